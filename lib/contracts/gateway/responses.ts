// OpenAI's responses: from a provider that speaks them, or through chat completions from any other.
import { z } from "zod";
import { list } from "@/lib/bounds/list";
import { define } from "../define";
import { callErrors, gatewayTag } from "./chat";
import { choiceCount, tokenLimit } from "./counts";
import { ONLY_IN_CHATS } from "./prompt";

const MAX_ITEMS = 10_000;
const MAX_PARTS = 1000;
const KEPT = "Is not stored by the gateway. Send the conversation in `input`.";
const ITEM = "Is not supported: items are message, function_call, function_call_output and reasoning.";
const PART = "Is not supported: parts are input_text, output_text, refusal and input_image by its address.";
const NEEDS_RESPONSES = "Is not supported by models that only chat.";
const IMAGE = "Is not supported here: images are in messages of the role user, and in outputs of functions.";

const part = z.discriminatedUnion(
  "type",
  [
    z.looseObject({ type: z.enum(["input_text", "output_text"]), text: z.string() }),
    z.looseObject({ type: z.literal("refusal"), refusal: z.string() }),
    z.looseObject({ type: z.literal("input_image"), image_url: z.string(), detail: z.string().nullish() }),
  ],
  PART,
);
const content = z.union([z.string(), list(part, MAX_PARTS)], "Must be a string or a list of parts.");
const message = z
  .looseObject({
    type: z.literal("message").default("message"),
    role: z.enum(["user", "assistant", "system", "developer"]),
    content,
  })
  .superRefine((value, context) => {
    if (value.role === "user" || typeof value.content === "string") return;
    const index = value.content.findIndex(({ type }) => type === "input_image");
    if (index >= 0) context.addIssue({ code: "custom", path: ["content", index, "type"], message: IMAGE });
  });
const item = z.union(
  [
    message,
    z.looseObject({ type: z.literal("function_call"), call_id: z.string(), name: z.string(), arguments: z.string() }),
    z.looseObject({ type: z.literal("function_call_output"), call_id: z.string(), output: content }),
    z.looseObject({ type: z.literal("reasoning") }),
  ],
  ITEM,
);
export type Item = z.infer<typeof item>;
export type Content = z.infer<typeof content>;

const tool = z.looseObject({
  type: z.literal("function", "Is not supported: tools are functions."),
  name: z.string().min(1),
  description: z.string().nullish(),
  parameters: z.looseObject({}).nullish(),
  strict: z.boolean().nullish(),
});
const choice = z.union(
  [z.enum(["auto", "none", "required"]), z.looseObject({ type: z.literal("function"), name: z.string() })],
  "Must be auto, none, required or a function.",
);

export const responseBody = z.looseObject({
  prompt: z.null(`${ONLY_IN_CHATS} OpenAI's own, by id, need a provider that speaks responses.`).optional(),
  model: z.string().min(1),
  input: z.union(
    [z.string(), list(item, MAX_ITEMS)],
    "Must be a string, or a list of message, function_call, function_call_output and reasoning items.",
  ),
  instructions: z.string().nullish(),
  stream: z.boolean().nullish().meta({ description: "Stream the answer as server-sent events" }),
  max_output_tokens: tokenLimit.nullish(),
  n: choiceCount.nullish(),
  temperature: z.number().nullish(),
  top_p: z.number().nullish(),
  tools: list(tool, 1000).nullish(),
  tool_choice: choice.nullish(),
  parallel_tool_calls: z.boolean().nullish(),
  text: z
    .looseObject({ format: z.looseObject({ type: z.string() }).nullish(), verbosity: z.string().nullish() })
    .nullish(),
  top_logprobs: z.int().nullish(),
  include: list(z.string(), 100)
    .nullish()
    .meta({ description: "Over chat only `message.output_text.logprobs` has an effect" }),
  service_tier: z.string().nullish(),
  metadata: z
    .looseObject({})
    .nullish()
    .meta({ description: "Labels of the call; `session_id` joins calls to a session" }),
  moderation: z.null(NEEDS_RESPONSES).optional(),
  reasoning: z
    .looseObject({
      effort: z.string().nullish(),
      summary: z.string().nullish().meta({
        description: "Over chat, any value puts what the model thinks into the summary of its reasoning item",
      }),
    })
    .nullish(),
  user: z.string().nullish(),
  store: z.boolean().nullish(),
  previous_response_id: z.null(KEPT).optional(),
  conversation: z.null(KEPT).optional(),
  background: z.literal(false, "Is not supported.").nullish(),
});
export type ResponseBody = z.infer<typeof responseBody>;

/**
 * The body for a provider that speaks responses. It passes unchanged, even if a chat completion could not express it.
 */
export const anyResponseBody = z.looseObject({
  prompt: z
    .looseObject({ id: z.string() })
    .nullish()
    .meta({ description: "A prompt that the provider keeps, by its id" }),
  model: z.string().min(1),
  input: z
    .union([z.string(), list(z.looseObject({}), MAX_ITEMS)])
    .nullish()
    .meta({
      description: "Items of any type that the provider supports; an `item_reference` refers to one by its `id`",
    }),
  previous_response_id: z.string().nullish().meta({ description: "The response to continue from" }),
  store: z.boolean().nullish().meta({ description: "With false the answer is not stored" }),
  instructions: z.string().nullish(),
  stream: z.boolean().nullish(),
  max_output_tokens: tokenLimit.nullish(),
  n: choiceCount.nullish(),
  tools: list(z.looseObject({ type: z.string() }), 1000).nullish(),
  user: z.string().nullish(),
  background: z.literal(false).nullish(),
});

const response = z.looseObject({
  id: z.string(),
  object: z.literal("response"),
  status: z.string(),
  model: z.string(),
  output: z.array(z.looseObject({ type: z.string() })),
});

export const createResponse = define({
  name: "createResponse",
  method: "POST",
  path: "/v1/responses",
  tag: gatewayTag,
  summary: "Create a response, as JSON or as a stream of events",
  description:
    "OpenAI's Responses API. A provider that supports it gets the body unchanged, including built-in tools and `previous_response_id`. Any other model answers through chat completions, with functions, images and structured output, but nothing beyond this schema. Such an answer is stored for one day, unless `store` is false: `previous_response_id` continues from it, and an `item_reference` refers to one of its items. Limits, guardrails, routing and records are the same as for a chat completion.",
  answers: ["application/json", "text/event-stream"],
  passedOn: [413, 422],
  alsoTakes: anyResponseBody,
  errors: callErrors,
  access: "public",
  envelope: "bare",
  body: responseBody,
  response,
  example: { model: "sandbox/echo", input: "Hello" },
});

const named = z.object({ response_id: z.string().meta({ description: "`resp_` and 32 hexadecimal digits" }) });
const unnamed = ["not_found", "service_unavailable"] as const;

export const getResponse = define({
  name: "getResponse",
  method: "GET",
  path: "/v1/responses/{response_id}",
  tag: gatewayTag,
  summary: "Get a stored response",
  description:
    "A response that the gateway answered through chat completions and stored. It is stored for one day, for the whole organization of its key. Output above 256 KB is not stored. Responses that a provider stores itself are not included. Counts against the rate limits. `stream` is refused.",
  errors: ["invalid_request_error", ...unnamed],
  access: "public",
  envelope: "bare",
  params: named,
  response,
});

export const deleteResponse = define({
  name: "deleteResponse",
  method: "DELETE",
  path: "/v1/responses/{response_id}",
  tag: gatewayTag,
  summary: "Delete a stored response",
  description:
    "Deletes a response that the gateway stored. Later requests cannot refer to it. A second call answers 404. Counts against the rate limits.",
  errors: [...unnamed],
  access: "public",
  envelope: "bare",
  params: named,
  response: z.object({ id: z.string(), object: z.literal("response"), deleted: z.literal(true) }),
});
