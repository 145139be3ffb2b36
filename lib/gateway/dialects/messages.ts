// Anthropic's messages as chats, and chats' answers as messages.

import type { ChatBody } from "@/lib/contracts/gateway/chat";
import type { Block, CountBody, MessageBody } from "@/lib/contracts/gateway/messages";
import { recordIn, textIn } from "@/lib/records";
import { reasoningIn, withReasoning } from "../providers/reasoning";
import {
  chatUser,
  choiceOf,
  contentTextOf,
  type Dialog,
  definedMembers,
  type Json,
  named,
  type Speaking,
  usageOf,
} from "./dialect";
import { messageHead, refusal, stopReasonOf, thinkingBlock, tokensOf } from "./message-parts";
import { sketchOf } from "./message-sketch";
import { MessageStream } from "./message-stream";
import { isStrict } from "./strict-schema";
import { inputOf, toolCallsIn } from "./tool-calls";

type Message = ChatBody["messages"][number];

/** The status that a failure in the middle of a stream would have had before its start. */
const BROKEN = 500;

const native: Speaking = {
  operation: "messages",
  headers: ["anthropic-version", "anthropic-beta"],
  sketch: sketchOf,
  broken: (error) => named("error", refusal(error, BROKEN)),
};

export function messageDialog(): Dialog<MessageBody> {
  let showsThoughts = true;
  return {
    toChat(body) {
      showsThoughts = wantsThoughts(body);
      return chatOf(body);
    },
    userIn: ({ metadata }) => recordIn(metadata).user_id,
    check: toolCallsIn,
    whole: (completion) => messageOf(completion, showsThoughts),
    stream: () => new MessageStream(showsThoughts),
    requestIdHeader: "request-id",
    refusal,
    native,
  };
}

/** Models of chats think unasked, and some want their thoughts back: clients get them unless they say that they do not want them. */
const wantsThoughts = ({ thinking }: MessageBody): boolean =>
  thinking?.type !== "disabled" && thinking?.display !== "omitted";

export function chatOf(body: MessageBody | CountBody): ChatBody {
  const { model, system, messages, tools, tool_choice: choice } = body;
  const options = body as Partial<MessageBody>; // safe because every member beyond is optional then
  return {
    model,
    messages: [...systemOf(system), ...messages.flatMap(chatMessages)],
    ...definedMembers({
      stream: options.stream,
      stream_options: options.stream ? { include_usage: true } : undefined,
      max_tokens: options.max_tokens,
      temperature: options.temperature,
      top_p: options.top_p,
      stop: options.stop_sequences?.length ? options.stop_sequences : undefined,
      response_format: formatOf(options.output_config?.format ?? options.output_format),
      user: chatUser(options.metadata?.user_id),
    }),
    ...(tools?.length ? toolMembers(tools, choice) : undefined),
  };
}

/** Providers refuse an empty list of tools, and a choice where there is none. */
const toolMembers = (tools: NonNullable<MessageBody["tools"]>, choice: MessageBody["tool_choice"]): Json =>
  definedMembers({
    tools: tools.map(({ name, description, input_schema: parameters, strict }) => ({
      type: "function",
      function: definedMembers({ name, description, parameters, strict: strict ? isStrict(parameters) : strict }),
    })),
    tool_choice: choice && toolChoiceOf(choice),
    parallel_tool_calls: choice?.disable_parallel_tool_use ? false : undefined,
  });

/** Anthropic promises that its answer follows any schema, a chat only if the schema is strict. */
const formatOf = (format: MessageBody["output_format"]): unknown =>
  format && {
    type: format.type,
    json_schema: { name: "answer", schema: format.schema, strict: isStrict(format.schema) },
  };

const systemOf = (system: MessageBody["system"]): Message[] => {
  const content = typeof system === "string" ? system : system?.map(({ text }) => text).join("\n\n");
  return content ? [{ role: "system", content }] : [];
};

function toolChoiceOf({ type, name }: NonNullable<MessageBody["tool_choice"]>): unknown {
  if (type === "tool") return { type: "function", function: { name } };
  return type === "any" ? "required" : type;
}

/** Tool results become messages of their own, before the rest of the message. A chat's tools answer with texts alone: images follow. */
function chatMessages({ role, content }: MessageBody["messages"][number]): Message[] {
  if (typeof content === "string") return [{ role, content }];
  const results = content.flatMap((block): Message[] =>
    block.type === "tool_result" ? [{ role: "tool", tool_call_id: block.tool_use_id, content: resultOf(block) }] : [],
  );
  const calls = content.flatMap((block) =>
    block.type === "tool_use"
      ? [
          {
            id: block.id,
            type: "function",
            function: { name: block.name, arguments: JSON.stringify(block.input ?? {}) },
          },
        ]
      : [],
  );
  const parts = [...content.flatMap(imagesOf), ...content.flatMap(partsOf)];
  const isText = parts.every(({ type }) => type === "text");
  const merged = isText ? parts.map((part) => textIn(part.text)).join("\n\n") : parts;
  const thoughts = role === "assistant" ? content.flatMap(thoughtsOf) : [];
  const spoken = (message: Message): Message[] => [...results, withReasoning(message, thoughts)];
  if (calls.length > 0) return spoken({ role, content: parts.length > 0 ? merged : null, tool_calls: calls });
  return parts.length > 0 || results.length === 0 ? spoken({ role, content: merged }) : results;
}

const thoughtsOf = (block: Block) =>
  block.type === "thinking" ? [{ text: textIn(block.thinking), mark: block.signature }] : [];

/** A chat's tools have no member for failures: the text says it. */
function resultOf({ content, is_error }: Result): string {
  const text = textOf(content);
  if (!is_error) return text;
  return text ? `Error: ${text}` : "Error";
}

type Result = Extract<Block, { type: "tool_result" }>;

const textOf = (content: Result["content"]): string =>
  typeof content === "string"
    ? content
    : (content ?? []).flatMap((part) => (part.type === "text" ? [part.text] : [])).join("\n\n");

/** The images of a tool's result. */
const imagesOf = (block: Block) =>
  block.type === "tool_result" && Array.isArray(block.content)
    ? block.content.flatMap((part) => (part.type === "image" ? partsOf(part) : []))
    : [];

function partsOf(block: Block): ({ type: string } & Json)[] {
  if (block.type === "text") return [{ type: "text", text: block.text }];
  if (block.type !== "image") return [];
  const { source } = block;
  const url = source.type === "url" ? source.url : `data:${source.media_type};base64,${source.data}`;
  return [{ type: "image_url", image_url: { url } }];
}

function messageOf(completion: Json, showsThoughts: boolean): Json {
  const choice = choiceOf(completion);
  const message = recordIn(choice.message);
  // The last call of an answer that was cut may be incomplete: it is none.
  const calls = toolCallsIn(completion).flatMap(({ id, name, arguments: text }) => {
    const input = inputOf(text);
    return input ? [{ id, name, input }] : [];
  });
  const thoughts = reasoningIn(message);
  const text = contentTextOf(message) || textIn(message.refusal);
  return {
    ...messageHead(completion),
    content: [
      ...(showsThoughts && thoughts.text ? [thinkingBlock(thoughts.text, thoughts.mark)] : []),
      ...(text ? [{ type: "text", text }] : []),
      ...calls.map((call) => ({ type: "tool_use", ...call })),
    ],
    stop_reason: stopReasonOf(choice.finish_reason, calls.length > 0),
    usage: tokensOf(usageOf(completion)),
  };
}
