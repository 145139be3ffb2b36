// OpenAI's responses as chats, and chats' answers as responses.
import type { ChatBody } from "@/lib/contracts/gateway/chat";
import type { Content, Item, ResponseBody } from "@/lib/contracts/gateway/responses";
import { recordIn, recordsIn, textIn } from "@/lib/records";
import { reasoningIn, withReasoning } from "../providers/reasoning";
import type { Storing } from "../stored-responses/storing";
import {
  chatUser,
  choiceOf,
  contentTextOf,
  type Dialog,
  definedMembers,
  type Json,
  named,
  type Speaking,
} from "./dialect";
import {
  asksForSummary,
  callItem,
  type Frame,
  finished,
  frameOf,
  logprobsOf,
  reasoningItem,
  textItem,
} from "./response-parts";
import { ResponseStream } from "./response-stream";
import { toolCallsIn } from "./tool-calls";

type Message = ChatBody["messages"][number];
type ContentPart = { type: string } & Json;
type ResponsePart = Exclude<Content, string>[number];

export function responseDialog(now: () => number, storing: Storing): Dialog<ResponseBody> {
  let frame: Frame | undefined;
  const framed = (): Frame => frame ?? frameOf(null, null, now());
  const keep = ({ id }: Frame, response: Json) => storing.keep(id, response);
  return {
    toChat(body) {
      frame = frameOf(body, storing.previous(), now());
      return chatOf(body);
    },
    userIn: ({ user }) => user,
    metadataIn: ({ metadata }) => metadata,
    check: toolCallsIn,
    whole(completion) {
      const output = outputOf(completion, framed());
      const response = finished(framed(), completion, output, choiceOf(completion).finish_reason);
      keep(framed(), response);
      return response;
    },
    stream: () => new ResponseStream(framed(), keep),
    native: { ...native, expand: storing.expand },
  };
}

const native: Speaking = {
  operation: "responses",
  headers: ["openai-beta"],
  sketch({ model, input, instructions, stream, max_output_tokens, tools, user }) {
    const items = typeof input === "string" ? [{ role: "user", content: input }] : recordsIn(input);
    const system = typeof instructions === "string" ? [{ role: "system", content: instructions }] : [];
    return {
      model: textIn(model),
      messages: [...system, ...items.map(sketched)],
      ...definedMembers({ stream, max_tokens: max_output_tokens, tools, user }),
    };
  },
  broken: ({ code, message, param }, number) =>
    named("error", { type: "error", code, message, param, sequence_number: number }),
};

/** Items that are not messages stay as they are. */
function sketched(item: Json): Message {
  const type = textIn(item.type);
  const role = textIn(item.role) || (type.endsWith("_output") ? "tool" : "assistant");
  if (typeof item.content === "string") return { role, content: item.content };
  const { encrypted_content: _, ...rest } = item;
  return { role, content: Array.isArray(item.content) ? recordsIn(item.content).map(partOf) : JSON.stringify(rest) };
}

const partOf = ({ type, text }: Json): { type: string } & Json => ({ type: textIn(type), ...definedMembers({ text }) });

function chatOf(body: ResponseBody): ChatBody {
  const { input, instructions, tools } = body;
  const items: Item[] = typeof input === "string" ? [{ type: "message", role: "user", content: input }] : input;
  return {
    model: body.model,
    messages: [...(instructions ? [{ role: "system", content: instructions }] : []), ...messagesOf(items)],
    ...definedMembers({
      stream: body.stream,
      stream_options: body.stream ? { include_usage: true } : undefined,
      max_tokens: body.max_output_tokens,
      temperature: body.temperature,
      top_p: body.top_p,
      user: chatUser(body.user),
      reasoning_effort: body.reasoning?.effort,
      response_format: formatOf(body.text?.format),
      verbosity: body.text?.verbosity,
      service_tier: body.service_tier,
      logprobs: wantsLogprobs(body) ? true : undefined,
      top_logprobs: (body.top_logprobs ?? 0) > 0 ? body.top_logprobs : undefined,
    }),
    ...(tools?.length ? toolMembers(body, tools) : undefined),
  };
}

/** A chat gives no likely tokens without the probabilities. */
const wantsLogprobs = ({ top_logprobs: likely, include }: ResponseBody): boolean =>
  (likely ?? 0) > 0 || include?.includes("message.output_text.logprobs") === true;

/** Providers refuse a choice where there are no tools. */
const toolMembers = (
  { tool_choice: choice, parallel_tool_calls }: ResponseBody,
  tools: NonNullable<ResponseBody["tools"]>,
): Json =>
  definedMembers({
    parallel_tool_calls,
    tools: tools.map(({ type, ...rest }) => ({ type, function: definedMembers(rest) })),
    tool_choice: typeof choice === "object" && choice ? { type: "function", function: { name: choice.name } } : choice,
  });

function formatOf(format: ({ type: string } & Json) | null | undefined): unknown {
  if (!format || format.type === "text") return undefined;
  const { type, ...schema } = format;
  return type === "json_schema" ? { type, json_schema: schema } : { type };
}

/**
 * Consecutive calls become one assistant message, as in chats; so does a text before them, and what was thought before either. A
 * chat's tools answer with texts alone: their images follow as the user's.
 */
function messagesOf(items: Item[]): Message[] {
  const messages: Message[] = [];
  let images: ContentPart[] = [];
  let thoughts: ReturnType<typeof thoughtOf>[] = [];
  const showImages = () => {
    if (images.length > 0) messages.push({ role: "user", content: images });
    images = [];
  };
  for (const item of items) {
    if (item.type === "reasoning") {
      thoughts.push(thoughtOf(item));
      continue;
    }
    const before = thoughts;
    thoughts = [];
    if (item.type === "function_call_output") {
      messages.push({ role: "tool", tool_call_id: item.call_id, content: textOf(item.output) });
      if (typeof item.output !== "string") images.push(...item.output.filter(isImage).map(partIn));
      continue;
    }
    showImages();
    if (item.type === "function_call") {
      const call = { id: item.call_id, type: "function", function: { name: item.name, arguments: item.arguments } };
      const last = messages.at(-1);
      const isNext = last?.role === "assistant";
      const message: Message = isNext ? last : { role: "assistant", content: null };
      const calls = [...(Array.isArray(message.tool_calls) ? message.tool_calls : []), call];
      if (isNext) messages.pop();
      messages.push(withReasoning({ ...message, tool_calls: calls }, before));
    } else if (item.type === "message") {
      const role = item.role === "developer" ? "system" : item.role;
      const content = role === "user" ? contentOf(item.content) : textOf(item.content);
      messages.push(withReasoning({ role, content }, role === "assistant" ? before : []));
    }
  }
  showImages();
  return messages;
}

/** Its text, or the summary that is there in its place. */
const thoughtOf = ({ content, summary, encrypted_content: mark }: Json) => ({
  text: joined(recordsIn(content)) || joined(recordsIn(summary)),
  mark,
});
const joined = (parts: Json[]): string =>
  parts
    .map(({ text }) => textIn(text))
    .filter(Boolean)
    .join("\n\n");

const isImage = ({ type }: ResponsePart): boolean => type === "input_image";

/** Without its images. */
const textOf = (content: Content): string =>
  typeof content === "string"
    ? content
    : content
        .map((part) => (part.type === "input_image" ? "" : part.type === "refusal" ? part.refusal : part.text))
        .join("");

function contentOf(content: Content): Message["content"] {
  if (typeof content === "string") return content;
  if (!content.some(isImage)) return textOf(content);
  return content.map(partIn);
}

function partIn(part: ResponsePart): ContentPart {
  if (part.type === "input_image")
    return { type: "image_url", image_url: definedMembers({ url: part.image_url, detail: part.detail }) };
  return { type: "text", text: part.type === "refusal" ? part.refusal : part.text };
}

function outputOf(completion: Json, frame: Frame): Json[] {
  const choice = choiceOf(completion);
  const message = recordIn(choice.message);
  const text = contentTextOf(message);
  const refusal = textIn(message.refusal);
  const thoughts = reasoningIn(message);
  return [
    ...(thoughts.text ? [reasoningItem(`rs_${frame.id}`, thoughts, asksForSummary(frame))] : []),
    ...(text || refusal ? [textItem(`msg_${frame.id}`, { text, refusal, logprobs: logprobsOf(choice) })] : []),
    ...toolCallsIn(completion).map((call, index) => callItem(`fc_${frame.id}_${index}`, call)),
  ];
}
