// OpenAI's format, as far as the gateway acts on it. Other members pass through unchanged.
import { z } from "zod";
import { list } from "@/lib/bounds/list";
import { isRecord } from "@/lib/records";
import { define } from "../define";
import { chatLimits } from "./counts";
import { promptReference } from "./prompt";

export const gatewayTag = "Gateway";

const MAX_MESSAGES = 10_000;
const MAX_PARTS = 1_000;
const CONTENT = `Must be a string or a list of at most ${MAX_PARTS} content parts.`;

const chatMessage = z
  .looseObject({
    role: z.string("Must be a string.").min(1, "May not be blank."),
    content: z.union([z.string(), list(z.looseObject({ type: z.string() }), MAX_PARTS)], CONTENT).nullish(),
  })
  .refine((message) => message.role === "assistant" || typeof message.content === "string" || message.content, {
    path: ["content"],
    error: ({ input }) => (isRecord(input) && input.content === undefined ? "This field is required." : CONTENT),
  });

export const chatBody = z.looseObject({
  model: z.string().min(1).meta({
    description: "provider/model, or a bare name that a provider lists or that model_map resolves",
  }),
  messages: list(chatMessage, MAX_MESSAGES, `At most ${MAX_MESSAGES} messages.`).min(1),
  stream: z.boolean().nullish().meta({ description: "Stream the answer as server-sent events" }),
  ...chatLimits,
});
export type ChatBody = z.infer<typeof chatBody>;

const chatCompletion = z.looseObject({
  id: z.string(),
  object: z.literal("chat.completion"),
  created: z.int(),
  model: z.string(),
  choices: z.array(z.looseObject({ index: z.int() })),
});

/** The refusals that every model call can get. */
export const callErrors = [
  "invalid_json",
  "missing_model",
  "missing_messages",
  "invalid_request_error",
  "payment_required",
  "permission_denied",
  "content_blocked",
  "model_not_found",
  "provider_not_found",
  "request_too_large",
  "budget_exceeded",
  "not_supported",
  "provider_error",
  "provider_404",
  "upstream_error",
  "timeout",
] as const;

/** A chat; model and messages may come from the prompt that it names. */
const promptedBody = z.looseObject({
  ...chatBody.shape,
  model: chatBody.shape.model.optional(),
  messages: chatBody.shape.messages.optional(),
  prompt: promptReference.optional().meta({
    description:
      "A prompt of the organization; its messages come first, and the body's other members win over its settings",
  }),
});

export const createChatCompletion = define({
  name: "createChatCompletion",
  method: "POST",
  path: "/v1/chat/completions",
  tag: gatewayTag,
  summary: "Create a chat completion, as JSON or as a stream of chunks",
  description:
    "Forwards a chat completion to the provider of the model and returns its answer, including members that are not listed here. With `stream` the answer is server-sent events that end with `data: [DONE]`. With `prompt`, a version of a prompt is filled in: a variable or placeholder without a value is refused with its name. Counts against the rate limits of key, organization and gateway. A provider's refusal with 400, 413 or 422 keeps its status and gets the code `invalid_request_error`. Calls are recorded as traces according to the key's `tracing`.",
  answers: ["application/json", "text/event-stream"],
  passedOn: [413, 422],
  errors: [...callErrors, "prompt_not_found"],
  access: "public",
  envelope: "bare",
  body: promptedBody,
  response: chatCompletion,
  example: { model: "sandbox/echo", messages: [{ role: "user", content: "Hello" }] },
});
