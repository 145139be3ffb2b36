// Anthropic's messages, answered by any provider.
import { z } from "zod";
import { list } from "@/lib/bounds/list";
import { define } from "../define";
import { callErrors, gatewayTag } from "./chat";
import { choiceCount, tokenLimit } from "./counts";
import { ONLY_IN_CHATS } from "./prompt";

const MAX_MESSAGES = 10_000;
const MAX_BLOCKS = 1000;
const SOURCE = "Must be an image in base64, or at an address.";
const TEXTS = "Must be a text, or a list of texts.";
const RESULT = "Must be a text, or a list of texts and images.";
const RESULT_TYPE = "Is not supported: results of tools are text and image.";
const NEEDS_MESSAGES = "Is not supported by models that only chat.";
const TYPE = "Is not supported: blocks are text, image, tool_use, tool_result and thinking.";

const text = z.looseObject({ type: z.literal("text"), text: z.string() });
const image = z.looseObject({
  type: z.literal("image"),
  source: z.union(
    [
      z.looseObject({ type: z.literal("base64"), media_type: z.string(), data: z.string() }),
      z.looseObject({ type: z.literal("url"), url: z.string() }),
    ],
    SOURCE,
  ),
});
const resultPart = z.discriminatedUnion("type", [text, image], RESULT_TYPE);
const result = z.looseObject({
  type: z.literal("tool_result"),
  tool_use_id: z.string(),
  content: z.union([z.string(), list(resultPart, MAX_BLOCKS)], RESULT).optional(),
  is_error: z.boolean().nullish(),
});
const use = z.looseObject({ type: z.literal("tool_use"), id: z.string(), name: z.string(), input: z.unknown() });
const thinking = z.looseObject({ type: z.enum(["thinking", "redacted_thinking"]) });
const block = z.discriminatedUnion("type", [text, image, result, use, thinking], TYPE);
export type Block = z.infer<typeof block>;

const tool = z.looseObject({
  type: z.literal("custom", "Is not supported: only the client's own tools are.").optional(),
  name: z.string().min(1),
  description: z.string().optional(),
  input_schema: z.looseObject({}),
  strict: z.boolean().nullish(),
  input_examples: z.null(NEEDS_MESSAGES).optional(),
});
const format = z.looseObject({
  type: z.literal("json_schema", "Is not supported: the output may follow a json_schema."),
  schema: z.looseObject({}),
});
const outputConfig = z.looseObject({
  format: format.nullish(),
  effort: z.string().nullish(),
  task_budget: z.null(NEEDS_MESSAGES).optional(),
});
/** Members that change the answer and that no chat has. Others that are not listed here are left out. */
const onlyInMessages = {
  mcp_servers: list(z.unknown(), 0, NEEDS_MESSAGES).nullish(),
  container: z.null(NEEDS_MESSAGES).optional(),
  compaction: z.null(NEEDS_MESSAGES).optional(),
  fallbacks: list(z.unknown(), 0, NEEDS_MESSAGES).nullish(),
  thread: z.null(NEEDS_MESSAGES).optional(),
  inference_geo: z.literal("global", NEEDS_MESSAGES).nullish(),
};
const toolChoice = z.looseObject({
  type: z.enum(["auto", "any", "tool", "none"]),
  name: z.string().optional(),
  disable_parallel_tool_use: z.boolean().optional(),
});

const noPrompt = z.null(ONLY_IN_CHATS).optional();
const prompt = {
  model: z.string().min(1),
  system: z.union([z.string(), list(text, MAX_BLOCKS)], TEXTS).optional(),
  messages: list(
    z.looseObject({
      role: z.enum(["user", "assistant"], "Must be user or assistant."),
      content: z.union([z.string(), list(block, MAX_BLOCKS)], "Must be a string or a list of blocks."),
    }),
    MAX_MESSAGES,
  ).min(1),
  tools: list(tool, 1000).optional(),
  tool_choice: toolChoice.optional(),
};

export const countBody = z.looseObject(prompt);
export const messageBody = z.looseObject({
  prompt: noPrompt,
  ...prompt,
  max_tokens: tokenLimit,
  n: choiceCount.nullish(),
  stream: z.boolean().optional().meta({ description: "Stream the answer as server-sent events" }),
  stop_sequences: list(z.string(), 100).optional(),
  temperature: z.number().optional(),
  top_p: z.number().optional(),
  top_k: z.number().nullish(),
  thinking: z
    .looseObject({
      type: z.string().nullish().meta({ description: "`disabled` leaves thoughts out of the answer" }),
      display: z.string().nullish().meta({ description: "`omitted` does, too" }),
    })
    .nullish()
    .meta({ description: "What the answer shows of the model's thoughts; over chat, no model is asked to think" }),
  output_config: outputConfig.nullish(),
  output_format: format.nullish().meta({ description: "The older name of `output_config.format`" }),
  metadata: z.looseObject({ user_id: z.string().nullish() }).optional(),
  ...onlyInMessages,
});
/**
 * The body for a provider that speaks messages. It passes unchanged, even if a chat completion could not express it.
 */
export const anyMessageBody = z.looseObject({
  prompt: noPrompt,
  model: z.string().min(1),
  max_tokens: tokenLimit,
  n: choiceCount.nullish(),
  messages: list(
    z.looseObject({
      role: z.string(),
      content: z.union([z.string(), list(z.looseObject({ type: z.string() }), MAX_BLOCKS)]),
    }),
    MAX_MESSAGES,
  ).min(1),
  system: z.union([z.string(), list(z.looseObject({ type: z.string() }), MAX_BLOCKS)]).optional(),
  stream: z.boolean().optional(),
  tools: list(z.looseObject({}), 1000).optional(),
  metadata: z.looseObject({ user_id: z.string().nullish() }).optional(),
});
/** The same to be counted, which needs no limit. */
export const anyCountBody = anyMessageBody.omit({ max_tokens: true });
export type MessageBody = z.infer<typeof messageBody>;
export type CountBody = z.infer<typeof countBody>;

const ANTHROPIC = "In Anthropic's format, as its clients send it. The key can be sent in `x-api-key`.";

export const createMessage = define({
  name: "createMessage",
  method: "POST",
  path: "/v1/messages",
  tag: gatewayTag,
  summary: "Create a message, as JSON or as a stream of events",
  description: `${ANTHROPIC} A provider that supports this format gets the body unchanged. For any other model, text, images, tools, their results and schemas of the output are translated. Thinking is not requested, but what the model thinks comes back in thinking blocks, which may be sent again. What changes the answer and has no equivalent is refused by name. Errors have Anthropic's format. Limits, guardrails, routing and records are the same as for a chat completion.`,
  answers: ["application/json", "text/event-stream"],
  passedOn: [413, 422],
  alsoTakes: anyMessageBody,
  errors: callErrors,
  access: "public",
  envelope: "bare",
  body: messageBody,
  response: z.looseObject({
    id: z.string(),
    type: z.literal("message"),
    role: z.literal("assistant"),
    model: z.string(),
    content: z.array(z.looseObject({ type: z.string() })),
    stop_reason: z.string().nullable(),
    usage: z.looseObject({ input_tokens: z.int(), output_tokens: z.int() }),
  }),
  example: { model: "sandbox/echo", max_tokens: 100, messages: [{ role: "user", content: "Hello" }] },
});

export const countMessageTokens = define({
  name: "countMessageTokens",
  method: "POST",
  path: "/v1/messages/count_tokens",
  tag: gatewayTag,
  summary: "Estimate how many tokens a message's input has",
  description: `${ANTHROPIC} An estimate from the text, one token per four bytes, and 1,500 for each image or file. No model is called, and nothing is recorded or charged. Counts against the request rate limits.`,
  errors: [
    "invalid_json",
    "missing_model",
    "missing_messages",
    "invalid_request_error",
    "permission_denied",
    "model_not_found",
    "provider_not_found",
    "request_too_large",
  ],
  alsoTakes: anyCountBody,
  access: "public",
  envelope: "bare",
  body: countBody,
  response: z.object({ input_tokens: z.int() }),
  example: { model: "sandbox/echo", messages: [{ role: "user", content: "Hello" }] },
});
