// OpenAI's older completions, answered through chat completions.
import { z } from "zod";
import { list } from "@/lib/bounds/list";
import { define } from "../define";
import { callErrors, gatewayTag } from "./chat";
import { answerLimits } from "./counts";

const OVER_CHAT = "Is not supported: completions are answered through chat completions.";

export const completionBody = z.looseObject({
  model: z.string().min(1),
  prompt: z.union([z.string(), list(z.string(), 1)], "Must be a string, or a list of one.").meta({
    description: "One prompt as text",
  }),
  stream: z.boolean().nullish().meta({ description: "Stream the answer as server-sent events" }),
  echo: z.literal(false, OVER_CHAT).nullish(),
  suffix: z.null(OVER_CHAT).optional(),
  best_of: z.literal(1, OVER_CHAT).nullish(),
  logprobs: z.null(OVER_CHAT).optional(),
  ...answerLimits,
});

export const createCompletion = define({
  name: "createCompletion",
  method: "POST",
  path: "/v1/completions",
  tag: gatewayTag,
  summary: "Complete a prompt, as JSON or as a stream",
  description:
    "OpenAI's legacy completions: the prompt is sent to the model as a user message, and the answer is returned as text. Limits, guardrails, routing and records are the same as for a chat completion.",
  answers: ["application/json", "text/event-stream"],
  passedOn: [413, 422],
  errors: callErrors,
  access: "public",
  envelope: "bare",
  body: completionBody,
  response: z.looseObject({
    id: z.string(),
    object: z.literal("text_completion"),
    choices: z.array(z.looseObject({ index: z.int(), text: z.string() })),
  }),
  example: { model: "sandbox/echo", prompt: "Hello" },
});
