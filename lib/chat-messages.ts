// One normal form of chat messages, whichever convention wrote them: OpenAI (chat and responses), Anthropic, Google,
// Vercel AI SDK, OpenInference, LangChain, and OpenTelemetry's GenAI conventions with `parts`
// (opentelemetry.io/docs/specs/semconv/gen-ai/gen-ai-events).
import { isPart, joined, type Part, readCall, readPart, type ToolCall } from "@/lib/chat-parts";
import { isRecord, recordsIn, textIn } from "@/lib/records";

export type { ToolCall };

export interface ChatMessage {
  /** As written, but `tool` for a message that holds only answers of tools. */
  role: string;
  /** Its text parts, and the answers of tools; media appear as `[image]`. */
  text: string;
  /** What the model wrote to itself, if the application recorded it. */
  reasoning: string;
  calls: ToolCall[];
  /** The addresses of its media, in the order of their names in the text; empty where a part has none. */
  media?: string[];
}

/** The messages of a list, of one message, or of an object with such a list. Null if it is anything else. */
export function readMessages(value: unknown): ChatMessage[] | null {
  if (Array.isArray(value)) {
    // LangChain: one list of messages for each prompt of a batch.
    if (value.length === 1 && Array.isArray(value[0])) return readMessages(value[0]);
    const messages = value.map(readMessage);
    return messages.length > 0 && messages.every((message) => message !== null) ? messages : null;
  }
  if (!isRecord(value)) return null;
  const messages = readMessages(listIn(value));
  if (messages) return [...systemOf(value), ...messages];
  const message = isLone(value) ? readMessage(value) : null;
  return message && [message];
}

/** The list of messages in a request or an answer. */
function listIn(value: Record<string, unknown>): unknown[] | null {
  if (typeof value.role === "string") return null;
  const { messages, choices, generations, candidates, contents, input, model, object, output } = value;
  // Common names, which count only in OpenAI's responses.
  const items = typeof model !== "string" ? null : object === "response" ? output : input;
  const list = [messages, choices, generations, candidates, contents, items].find(Array.isArray) ?? question(value);
  return Array.isArray(list) ? list : null;
}

/** A text where a list could be: the AI SDK's prompt, and the input of OpenAI's responses. */
function question({ input, model, prompt, ...others }: Record<string, unknown>): unknown {
  const isPrompt = model === undefined && input === undefined && Object.keys(others).every((name) => name === "system");
  const text = isPrompt ? prompt : typeof model === "string" ? input : null;
  return typeof text === "string" && text !== "" ? [{ role: "user", content: text }] : isPrompt ? prompt : null;
}

/** Rules that stand beside the messages. */
function systemOf({ system, instructions }: Record<string, unknown>): ChatMessage[] {
  const rules = system ?? instructions;
  const message = rules == null || rules === "" ? null : readMessage({ role: "system", content: rules });
  return message && message.text !== "" ? [message] : [];
}

const ROLES = /^(system|developer|user|human|assistant|ai|model|tool|function)$/;
function isLone(value: Record<string, unknown>): boolean {
  const { role, type, content, parts, tool_calls: calls } = value;
  if (type === "constructor") return true;
  return ROLES.test(String(role)) && ((content ?? parts ?? calls) != null || besideContent(value).length > 0);
}

function readMessage(value: unknown): ChatMessage | null {
  if (!isRecord(value)) return null;
  const written = messageIn(value);
  const { role, tool_calls: toolCalls } = written;
  const parts = partsOf(written);
  if (typeof role !== "string" || parts === null || (toolCalls != null && !Array.isArray(toolCalls))) return null;
  const parsed = [...parts.map(readPart), ...besideContent(written)];
  const calls = recordsIn(toolCalls).map(readCall);
  const media = parsed.flatMap((part) => part.media ?? []);
  return {
    role: parsed.length > 0 && parsed.every(({ isToolAnswer }) => isToolAnswer) ? "tool" : role,
    text: joined(parsed.map(({ text }) => text)),
    reasoning: joined([textIn(written.reasoning_content), ...parsed.map(({ reasoning }) => reasoning)]),
    // LangChain and OpenInference repeat the calls among the parts.
    calls: calls.length > 0 ? calls : parsed.flatMap(({ call }) => call ?? []),
    ...(media.some((address) => address !== "") && { media }),
  };
}

/** LangChain's names of roles. */
const roles: Record<string, string> = { human: "user", ai: "assistant", system: "system", tool: "tool" };

/** A message with its role, out of what a convention puts around it. */
function messageIn(value: Record<string, unknown>): Record<string, unknown> {
  const { content, data, id, kwargs, message, role, text, type } = value;
  if (typeof role === "string") return value;
  if (isRecord(message)) return messageIn(message);
  if (isRecord(content) && typeof content.role === "string") return content;
  // LangChain's serialized form: the name of a class, such as AIMessageChunk, and its members.
  if (type === "constructor" && Array.isArray(id) && isRecord(kwargs)) {
    const kind = /^(Human|AI|System|Tool)Message/.exec(String(id.at(-1)))?.[1]?.toLowerCase() ?? "";
    return { ...kwargs, role: roles[kind] };
  }
  if (typeof type === "string" && Object.hasOwn(roles, type))
    return { ...(isRecord(data) ? data : value), role: roles[type] };
  if (type === "function_call" || type === "reasoning") return { role: "assistant", content: [value] };
  if (type === "function_call_output") return { role: "tool", content: [value] };
  // A choice of a completion without messages.
  if (typeof text === "string" && type === undefined && ("index" in value || "finish_reason" in value))
    return { role: "assistant", content: text };
  return value;
}

/** What OpenAI's messages say outside their content: a refusal, what was spoken, the older form of a call. */
function besideContent({ refusal, audio, function_call: call }: Record<string, unknown>): Part[] {
  const texts = [textIn(refusal), isRecord(audio) ? textIn(audio.transcript) : ""].filter((text) => text !== "");
  return [...texts.map((text) => ({ text })), ...(isRecord(call) ? [{ call: readCall(call) }] : [])];
}

/** The parts of a message; null if its content is of no known form. */
function partsOf({ content, contents, parts }: Record<string, unknown>): unknown[] | null {
  const list = parts ?? contents ?? content;
  if (list == null) return [];
  if (typeof list === "string") return [list];
  return Array.isArray(list) && list.every(isPart) ? list : null;
}
