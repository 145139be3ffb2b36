// OpenAI's embeddings.
import { z } from "zod";
import { list } from "@/lib/bounds/list";
import { define } from "../define";
import { callErrors, gatewayTag } from "./chat";
import { answerLimits } from "./counts";

const MAX_INPUTS = 2048;
const MAX_TOKENS = 65_536;
const INPUT = `Must be a text, a list of at most ${MAX_INPUTS} texts, or tokens.`;
const tokens = list(z.int().min(0), MAX_TOKENS).min(1);

export const embeddingBody = z.looseObject({
  model: z.string().min(1),
  input: z.union(
    [z.string().min(1), list(z.string(), MAX_INPUTS).min(1), tokens, list(tokens, MAX_INPUTS).min(1)],
    INPUT,
  ),
  stream: z.literal(false, "Embeddings are not streamed.").nullish(),
  ...answerLimits,
});
export type EmbeddingBody = z.infer<typeof embeddingBody>;

export const createEmbedding = define({
  name: "createEmbedding",
  method: "POST",
  path: "/v1/embeddings",
  tag: gatewayTag,
  summary: "Embed texts",
  description:
    "Forwards texts to the provider of the model and returns its answer. Limits, guardrails and records treat each text as a user message. Token input is refused when guardrails are active, because they cannot read it. A provider without embeddings is 501 `not_supported`.",
  passedOn: [413, 422],
  errors: callErrors,
  access: "public",
  envelope: "bare",
  body: embeddingBody,
  response: z.looseObject({
    object: z.literal("list"),
    model: z.string(),
    data: z.array(z.looseObject({ index: z.int() })),
  }),
  example: { model: "sandbox/embed", input: "Hello" },
});
