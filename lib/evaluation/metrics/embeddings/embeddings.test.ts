import { expect, test } from "vitest";
import { embeddingsOf } from "@/lib/gateway/providers/sandbox/embed";
import { cases, templateOf } from "../testing/cases";
import type { Embed } from "../world";
import { ModelRefused } from "../world";
import { cosine } from "./index";

/** The gateway's sandbox, as it embeds. */
const embed: Embed = async (texts) => {
  const messages = texts.map((content) => ({ role: "user" as const, content }));
  const { data, model } = embeddingsOf({ model: "embedding", messages }, "embedding");
  return { model, vectors: data.map(({ embedding }) => embedding as number[]) };
};
const same = { output: "The cat sat", expected: "the cat sat!" };

cases("embedding_similarity", [
  ["nothing to ask", same, /Configure a model for embeddings in the gateway/],
  ["both empty", { output: "", expected: " " }, 1],
  ["one empty", { output: "", expected: "a" }, 0],
]);
cases(
  "embedding_similarity",
  [
    ["the same words", same, 1],
    ["no words in common", { output: "alpha", expected: "omega" }, 0],
    ["an image", { output: "data:image/png;base64,AAAA", expected: "a" }, /images and recordings/],
    ["nothing but signs", { output: "…", expected: "a" }, /vector of zeros/],
  ],
  { embed },
);
const phrases = {
  output: "The cat sat on the mat. A dog ran!",
  expected: ["dog ran", "the mat the cat sat on", "parrot"],
};
cases(
  "semantic_list_contains",
  [
    ["one literally, one by words", phrases, 2 / 3, { similarity_threshold: 0.9 }],
    ["not all", phrases, 0, { similarity_threshold: 0.9, match_all: true }],
    ["all literally", { output: "a b", expected: '["A", "b"]' }, 1, { match_all: true }],
    ["too much to embed", { output: "One. ".repeat(101), expected: ["two"] }, /more than 100/],
    ["both empty", { output: "", expected: [] }, 1],
    ["one empty", { output: "a", expected: [] }, 0],
  ],
  { embed },
);
cases("semantic_list_contains", [
  ["without a model", phrases, /Configure a model/],
  ["all literally", { output: "a b", expected: "a" }, 1],
]);
cases("embedding_similarity", [["a model that fails", same, /gave no answer: 429/]], {
  embed: () => Promise.reject(new ModelRefused("429", true, null)),
});
cases("embedding_similarity", [["a model that answers one", same, /one vector of the same length/]], {
  embed: async () => ({ model: "m", vectors: [[1]] }),
});
cases("clip_score", [["never", { images: "data:image/png;base64,AAAA", text: "a" }, /needs a model that embeds/]]);
cases("fid_score", [["never", { real_images: [], fake_images: [] }, /Inception/]]);

test("the reason says that a sandbox answered", async () => {
  const { reason } = (await templateOf("embedding_similarity").compute(same, {}, { embed })) as { reason: string };
  expect(reason).toBe("Cosine 1 by sandbox/embedding (a sandbox: words, not meaning).");
});

test("the cosine of [3, 4] and [4, 3] is 24/25", () => {
  expect(cosine([3, 4], [4, 3])).toBeCloseTo(0.96, 12);
});
