// Conversations that a client drives.
import { z } from "zod";
import { dictionary, list } from "@/lib/bounds/list";
import { define } from "../../define";
import { MAX_MESSAGES, MAX_TOOL_CALLS, MAX_TURN_CHARACTERS, toolCall } from "../call-parts";
import { one, params, tag } from "./call-paths";

const wireMessage = z
  .object({
    role: z.enum(["user", "assistant", "tool"]).meta({
      description: "The agent speaks as user or assistant; tool is the answer of one of its tools",
    }),
    content: z.string().max(MAX_TURN_CHARACTERS).nullish(),
    tool_call_id: z.string().max(255).nullish(),
    name: z.string().max(255).nullish(),
    metadata: dictionary(z.string().max(255), z.unknown(), 100).nullish(),
    tool_calls: list(toolCall, MAX_TOOL_CALLS).nullish(),
  })
  .refine(({ content, tool_calls }) => Boolean(content?.trim()) || Boolean(tool_calls?.length), {
    path: ["content"],
    error: "Empty messages are not allowed",
  });
const measure = z.number().min(0).max(1e12).nullish();
/** The column is an integer. */
const MAX_TOKENS = 2_147_483_647;

const outMessage = z.object({ role: z.string(), content: z.string() });

export const sendChatMessage = define({
  name: "sendChatMessage",
  method: "POST",
  path: `${one}chat/send-message/`,
  tag,
  summary: "Send the agent's answer and get the customer's next message",
  description:
    "With initiate_chat, begins the conversation. Otherwise takes the agent's messages, with tool calls and their results, and returns the simulated customer's next message, which is the last of message_history. chat_ended marks the end. If you got no answer, send the same messages again: the stored reply comes once more, also after the end. Equal messages a third time count as an agent that repeats itself. If the customer's model gives no answer after retries, the answer is 400 or 503 and the call has failed: it takes no more messages, and a 503 of this kind has no Retry-After. Metrics are the agent's: latency and duration in milliseconds, tokens in total, and cost in dollars.",
  errors: ["conflict"],
  params,
  body: z
    .object({
      messages: list(wireMessage, MAX_MESSAGES).nullish(),
      metrics: z
        .strictObject({
          latency: measure,
          tokens: z.number().min(0).max(MAX_TOKENS).nullish(),
          cost: measure,
          duration: measure,
          response_time: measure,
        })
        .nullish(),
      state: dictionary(z.string().max(255), z.unknown(), 1_000).nullish().meta({
        description: "The state that the agent has changed so far, for checks of the expected state",
      }),
      initiate_chat: z.boolean().default(false),
    })
    .refine((body) => body.initiate_chat || (body.messages?.length ?? 0) > 0, {
      path: ["messages"],
      error: "Either messages or initiate_chat is required.",
    }),
  response: z.object({
    input_message: z.array(outMessage).optional(),
    output_message: z.array(outMessage),
    message_history: z.array(outMessage),
    chat_ended: z.boolean().optional(),
  }),
  example: { messages: [{ role: "user", content: "Your parcel is at the depot." }], metrics: { latency: 812 } },
});
