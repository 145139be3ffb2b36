import { describe, expect, test } from "vitest";
import { cases, templateOf } from "../testing/cases";

const edges = (one: string, other: string) =>
  [
    ["both empty", { [one]: "", [other]: " " }, 1],
    ["one empty", { [one]: "a", [other]: "" }, 0],
    ["nothing in common", { [one]: "abc def", [other]: "xyz uvw" }, 0],
  ] as const;
const equal = { reference: "the quick brown fox", hypothesis: "the quick brown fox" };
const sides = edges("reference", "hypothesis");

describe("translations and summaries", () => {
  cases("bleu_score", [
    ["equal", equal, 1],
    ["one equal word", { reference: "yes", hypothesis: "yes" }, 1],
    ["without smoothing", { reference: "a b c d", hypothesis: "a x c y" }, 0, { smoothing: "none" }],
    [
      "a word broken at a line's end",
      { reference: "a wellknown b", hypothesis: "a well-\nknown b" },
      1,
      { tokenize: "13a" },
    ],
    ["what is escaped twice", { reference: "a < b c", hypothesis: "a &amp;lt; b c" }, 1, { tokenize: "13a" }],
    ["punctuation apart", { reference: "the fox .", hypothesis: "the fox." }, 1, { tokenize: "13a" }],
    ["too short", { reference: "a b c d", hypothesis: "a b" }, Math.exp(-1)],
    ...sides,
  ]);
  cases("rouge_score", [
    ["words", { reference: "testing one two", hypothesis: "Testing, one!" }, 0.8],
    ["pairs", { reference: "testing one two", hypothesis: "testing one" }, 2 / 3, { variant: "rouge2" }],
    [
      "subsequence",
      { reference: "police killed the gunman", hypothesis: "the gunman kill police" },
      0.5,
      { variant: "rougeL" },
    ],
    ["Cyrillic", { reference: "Быстрая лиса", hypothesis: "лиса" }, 2 / 3],
    ["Chinese, by characters", { reference: "我爱你", hypothesis: "我爱他" }, 2 / 3],
    ...sides,
  ]);
  cases("meteor_score", [
    ["equal", equal, 1 - 0.5 / 64],
    ["stems", { reference: "he runs", hypothesis: "he running" }, 1 - 0.5 / 8],
    ...sides,
  ]);
  cases("gleu_score", [["equal", equal, 1], ...sides]);
  cases("chrf_score", [
    ["equal", equal, 1],
    ["emoji", { reference: "😀😃", hypothesis: "😀😃" }, 1],
    ["single characters", { reference: "ab", hypothesis: "ac" }, 0.5, { n: 1 }],
    ...sides,
  ]);
  cases("translation_edit_rate", [
    ["a moved block is one edit", { reference: "a b c d e f g h", hypothesis: "d e f g h a b c" }, 1 - 1 / 8],
    ["any case", { reference: "A b", hypothesis: "a B" }, 1],
    ["too many edits", { reference: "a", hypothesis: "x y z" }, 0],
    ...sides,
  ]);
  cases("code_bleu", [
    ["equal", { reference: "def f(x):\n  return x", hypothesis: "def f(x):\n  return x" }, 1],
    ["both empty", { reference: "", hypothesis: "" }, 1],
    ["nothing in common", { reference: "x", hypothesis: "y" }, 0],
  ]);
});

const answers = edges("output", "expected");

describe("bags of words", () => {
  cases("jaccard_similarity", [
    ["two of four", { output: "a b c", expected: "B C d" }, 0.5],
    ["case counts", { output: "A", expected: "a" }, 0, { case_insensitive: false }],
    ...answers,
  ]);
  cases("f1_score", [["a token twice", { output: "a a b", expected: "a b c" }, 2 / 3], ...answers]);
  cases("squad_score", [
    ["an exact match", { output: "The Eiffel Tower!", expected: "eiffel tower" }, 1],
    ["other marks than ASCII's are part of words", { output: "“yes”", expected: "yes" }, 0],
    ["a dash alone is a word", { output: "Paris — France", expected: "Paris France" }, 0.8],
    ["symbols of ASCII are dropped", { output: "$5 + x=y", expected: "5 xy" }, 1],
    ["no article within a word", { output: "ça va", expected: "ç va" }, 0.5],
    ["a part", { output: "in Paris, France", expected: "Paris" }, 0.5],
    ["articles alone are nothing", { output: "a", expected: "the" }, 1],
    ["one empty", { output: "Paris", expected: "" }, 0],
  ]);
});

test("symmetric metrics give the same score with swapped sides", async () => {
  for (const name of ["jaccard_similarity", "f1_score", "levenshtein_similarity", "hamming_similarity"]) {
    const scores = await Promise.all(
      [
        ["the cat sat", "on a mat the"],
        ["on a mat the", "the cat sat"],
      ].map(([output, expected]) => templateOf(name).compute({ output, expected })),
    );
    expect(scores[0]?.score, name).toBe(scores[1]?.score);
  }
});
