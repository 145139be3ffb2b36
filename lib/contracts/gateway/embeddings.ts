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
    "Forwards texts to the provider that has the model and answers as the provider does. Each text counts as a user's message to limits, guardrails and records. Tokens in place of texts are refused where guardrails act, which could not read them; providers without embeddings are 501 `not_supported`.",
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
