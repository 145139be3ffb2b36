// One normal form of chat messages, whichever convention wrote them: OpenAI, Anthropic, Vercel AI SDK, OpenInference,
// LangChain, and OpenTelemetry's GenAI conventions with `parts`
// (opentelemetry.io/docs/specs/semconv/gen-ai/gen-ai-events).
import { isRecord, recordsIn } from "@/lib/records";

export interface ToolCall {
  name: string | null;
  /** The arguments as sent: often a text of JSON. */
  input: unknown;
}

export interface ChatMessage {
  /** As written, but `tool` for a message that holds only answers of tools. */
  role: string;
  /** Its text parts, and the answers of tools; media appear as `[image]`. */
  text: string;
  /** What the model wrote to itself, if the application recorded it. */
  reasoning: string;
  calls: ToolCall[];
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
  const list = value.messages ?? value.choices;
  if (!Array.isArray(list)) return null;
  const messages = readMessages(list);
  const system = typeof value.system === "string" && value.system !== "" ? value.system : null;
  if (!messages || system === null) return messages;
  return [{ role: "system", text: system, reasoning: "", calls: [] }, ...messages];
}

function readMessage(value: unknown): ChatMessage | null {
  if (!isRecord(value)) return null;
  if (isRecord(value.message) && typeof value.role !== "string") return readMessage(value.message);
  const { role, tool_calls: toolCalls } = value;
  const parts = partsOf(value);
  if (typeof role !== "string" || parts === null || (toolCalls != null && !Array.isArray(toolCalls))) return null;
  const pieces = parts.map(readPart);
  return {
    role: pieces.length > 0 && pieces.every(({ isToolAnswer }) => isToolAnswer) ? "tool" : role,
    text: joined(pieces.map(({ text }) => text)),
    reasoning: joined([textOf(value.reasoning_content), ...pieces.map(({ reasoning }) => reasoning)]),
    calls: [...recordsIn(toolCalls).map(readCall), ...pieces.flatMap(({ call }) => call ?? [])],
  };
}

/** The parts of a message; null if its content is of no known form. */
function partsOf({ content, contents, parts }: Record<string, unknown>): unknown[] | null {
  const list = parts ?? contents ?? content;
  if (list == null) return [];
  if (typeof list === "string") return [list];
  return Array.isArray(list) && list.every(isPart) ? list : null;
}

const isPart = (part: unknown): boolean =>
  typeof part === "string" ||
  (isRecord(part) &&
    (typeof part.text === "string" || typeof part.type === "string" || isRecord(part.message_content)));

interface Piece {
  text?: string;
  reasoning?: string;
  call?: ToolCall;
  isToolAnswer?: true;
}

function readPart(part: unknown): Piece {
  if (typeof part === "string") return { text: part };
  if (!isRecord(part)) return {};
  if (isRecord(part.message_content)) return readPart(part.message_content);
  switch (part.type) {
    case "reasoning":
    case "thinking":
      return { reasoning: textOf(part.text) || textOf(part.thinking) || textOf(part.content) };
    case "tool_call":
    case "tool_use":
    case "tool-call":
    case "function_call":
      return { call: readCall(part) };
    case "tool_call_response":
    case "tool_result":
    case "tool-result":
      return { text: answerText(part.response ?? part.result ?? part.output ?? part.content), isToolAnswer: true };
  }
  const text = typeof part.text === "string" ? part.text : part.content;
  return { text: typeof text === "string" && !isMedia(part) ? text : `[${mediaName(part)}]` };
}

const isMedia = ({ type }: Record<string, unknown>): boolean => type === "blob" || type === "uri" || type === "file";

/** What a part without text is: `image` of OpenTelemetry's modality, else its type. */
const mediaName = ({ modality, type }: Record<string, unknown>): string => String(modality ?? type);

function readCall(call: Record<string, unknown>): ToolCall {
  // OpenInference wraps a call in an object with that one member.
  if (isRecord(call.tool_call)) return readCall(call.tool_call);
  const called = isRecord(call.function) ? call.function : call;
  const name = called.name ?? called.toolName;
  return {
    name: typeof name === "string" ? name : null,
    input: called.arguments ?? called.input ?? called.args ?? null,
  };
}

/** The answer of a tool: its text, the texts of its parts, or JSON. */
function answerText(answer: unknown): string {
  if (typeof answer === "string") return answer;
  if (answer == null) return "";
  if (Array.isArray(answer) && answer.length > 0 && answer.every(isPart))
    return joined(answer.map((part) => readPart(part).text));
  return JSON.stringify(answer);
}

const textOf = (value: unknown): string => (typeof value === "string" ? value : "");
const joined = (texts: readonly (string | undefined)[]): string => texts.filter((text) => text).join("\n");
