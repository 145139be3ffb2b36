// Similarity by a model's embeddings of texts.

import { cut } from "@/lib/bounds/excerpt";
import { always, equalOrNot } from "../empty";
import { computed, type Definition } from "../template";
import { emptyScore, figure, sentencesOf } from "../tokens";
import { Unscored } from "../unscored";
import { type Embed, ModelRefused, type World } from "../world";

const MOST_TEXTS = 100;
const SANDBOX = "The sandbox's embeddings, which need no key, compare words and know no meaning; the reason says so.";
const CONFIGURE =
  "Configure a model for embeddings in the gateway (or take sandbox/embedding, which compares words alone).";

/** Throws `Unscored` without a model, or if the model's answer is invalid. */
async function vectorsOf(world: World, texts: readonly string[]) {
  if (!world.embed) throw new Unscored(`This needs embeddings. ${CONFIGURE}`);
  const { vectors, model } = await embedded(world.embed, texts);
  const [first] = vectors;
  if (!first || vectors.length !== texts.length || vectors.some((vector) => vector.length !== first.length))
    throw new Unscored(`${model} did not return one vector of the same length for each text.`);
  const modelName = `${model}${model.startsWith("sandbox/") ? " (a sandbox: words, not meaning)" : ""}`;
  return { vectors, modelName };
}

async function embedded(embed: Embed, texts: readonly string[]) {
  try {
    return await embed(texts);
  } catch (error) {
    if (!(error instanceof ModelRefused)) throw error;
    throw new Unscored(`The model for embeddings gave no answer: ${cut(error.message, 300)}`);
  }
}

/** a·b/(|a|·|b|). Throws `Unscored` for a vector of zeros. */
export function cosine(a: readonly number[] = [], b: readonly number[] = []): number {
  let [both, squaresA, squaresB] = [0, 0, 0];
  for (const [index, x] of a.entries()) {
    const y = b[index] ?? 0;
    both += x * y;
    squaresA += x * x;
    squaresB += y * y;
  }
  if (squaresA === 0 || squaresB === 0) throw new Unscored("A text has a vector of zeros, so the cosine is 0/0.");
  return both / Math.sqrt(squaresA) / Math.sqrt(squaresB);
}

const isMedia = (text: string): boolean => /^data:(?:image|audio|video)\//i.test(text);

/** A metric that needs a service which we do not have: it says so and gives no score. */
const unavailable = (
  definition: Omit<Definition, "score" | "output" | "notes" | "empty">,
  why: string,
): Definition => ({
  ...definition,
  output: "numeric",
  empty: always(null),
  notes: [why],
  score() {
    throw new Unscored(why);
  },
});

export const embeddings = [
  {
    name: "embedding_similarity",
    empty: equalOrNot("text"),
    keys: ["output", "expected"],
    output: "score",
    tags: ["text", "embedding"],
    description: "The cosine of two texts' embeddings.",
    notes: [
      "Uses the gateway's configured embedding model, which the reason names; a cosine below 0 is 0.",
      SANDBOX,
      "Only texts: images and recordings are not scored.",
    ],
    source: "Cosine of vectors",
    async score(input, world) {
      const [output, expected] = [input.text("output").trim(), input.text("expected").trim()];
      const empty = emptyScore(output, expected);
      if (empty) return empty;
      if (isMedia(output) || isMedia(expected)) throw new Unscored("The gateway cannot embed images and recordings.");
      const { vectors, modelName } = await vectorsOf(world, [output, expected]);
      const score = cosine(vectors[0], vectors[1]);
      return { score, reason: `Cosine ${figure(score)} by ${modelName}.` };
    },
  } satisfies Definition,
  {
    name: "semantic_list_contains",
    empty: equalOrNot("text"),
    keys: ["output", "expected"],
    output: "score",
    tags: ["text", "embedding"],
    description:
      "The share of expected phrases that the text has, literally or by the meaning of one of its sentences.",
    params: {
      similarity_threshold: { type: "number", default: 0.5, minimum: 0, maximum: 1 },
      match_all: { type: "boolean", default: false },
    },
    notes: [
      "Phrases are first searched literally, without case, and then by their cosine with each sentence of the text. match_all: 1 when every phrase is found, else 0.",
      `Without a model for embeddings a row is scored only where all phrases are there literally. At most ${MOST_TEXTS} sentences and phrases are embedded.`,
      SANDBOX,
      "A list without phrases is empty too.",
    ],
    source: "Ours",
    async score(input, world) {
      const text = input.text("output");
      const phrases = input.texts("expected").filter((phrase) => phrase !== "");
      const empty = emptyScore(text.trim(), phrases);
      if (empty) return empty;
      const lower = text.toLowerCase();
      const left = phrases.filter((phrase) => !lower.includes(phrase.toLowerCase()));
      const literally = phrases.length - left.length;
      const sentences = sentencesOf(text);
      if (left.length + sentences.length > MOST_TEXTS && left.length > 0)
        throw new Unscored(
          `${left.length} phrases and ${sentences.length} sentences would have to be embedded, more than ${MOST_TEXTS}.`,
        );
      const { vectors, modelName } =
        left.length > 0 ? await vectorsOf(world, [...left, ...sentences]) : { vectors: [], modelName: "" };
      const least = input.param<number>("similarity_threshold") ?? 0.5;
      const near = left.filter((_, index) =>
        vectors.slice(left.length).some((sentence) => cosine(vectors[index], sentence) >= least),
      ).length;
      const found = literally + near;
      const reason = `${found} of ${phrases.length} phrases found, ${literally} of them literally${modelName ? `, ${near} by ${modelName}` : ""}.`;
      return { score: input.param("match_all") ? found === phrases.length : found / phrases.length, reason };
    },
  } satisfies Definition,
  unavailable(
    {
      name: "clip_score",
      keys: ["images", "text"],
      tags: ["image", "embedding"],
      description: "The cosine of an image's and a text's embeddings by CLIP.",
      source: "Hessel et al. (2021), “CLIPScore: A Reference-free Evaluation Metric for Image Captioning”",
    },
    "Not scored here: it needs a model that embeds images and texts in one space (CLIP), and the gateway's embeddings take only texts. A judged template with images can use a vision model instead.",
  ),
  unavailable(
    {
      name: "fid_score",
      keys: ["real_images", "fake_images"],
      tags: ["image", "embedding"],
      description: "Fréchet's distance between the Inception features of two sets of images; lower is better.",
      source:
        "Heusel et al. (2017), “GANs Trained by a Two Time-Scale Update Rule Converge to a Local Nash Equilibrium”",
    },
    "Not scored here: it needs the features of an Inception network for every image, which no provider of the gateway offers. psnr and ssim compare single images.",
  ),
].map(computed);
