// The parts of a chat message: texts, reasoning, calls of tools and their answers, media, in the form of any convention.
import { isRecord, recordsIn, textIn } from "@/lib/records";

export interface ToolCall {
  name: string | null;
  /** The arguments as sent: often a text of JSON. */
  input: unknown;
}

export interface Part {
  text?: string;
  reasoning?: string;
  call?: ToolCall;
  isToolAnswer?: true;
  /** Where an image, a recording or a file is: an address or a data address. Empty if the part does not say. */
  media?: string;
}

export const isPart = (part: unknown): boolean =>
  typeof part === "string" ||
  (isRecord(part) &&
    (typeof part.text === "string" || typeof part.type === "string" || wrappers.some((name) => isRecord(part[name]))));

/** Members that hold the whole part: OpenInference's, Google's, Bedrock's. */
const wrappers = [
  "message_content",
  "functionCall",
  "functionResponse",
  "inlineData",
  "fileData",
  "toolUse",
  "toolResult",
];

export function readPart(part: unknown): Part {
  if (typeof part === "string") return { text: part };
  if (!isRecord(part)) return {};
  const { functionCall, functionResponse, message_content: content, toolResult, toolUse, tool_call: call } = part;
  if (isRecord(content)) return isRecord(call) ? { call: readCall(call) } : readPart(content);
  if (isRecord(functionCall)) return { call: readCall(functionCall) };
  if (isRecord(toolUse)) return { call: readCall(toolUse) };
  if (isRecord(functionResponse)) return answerOf(functionResponse.response);
  if (isRecord(toolResult)) return answerOf(toolResult.content);
  return readTyped(part);
}

const answerOf = (answer: unknown): Part => ({ text: answerText(answer), isToolAnswer: true });

function readTyped(part: Record<string, unknown>): Part {
  switch (part.type) {
    case "reasoning":
    case "thinking":
      return { reasoning: reasoningIn(part) };
    case "refusal":
      return { text: textIn(part.refusal) };
    case "tool_call":
    case "tool_use":
    case "server_tool_use":
    case "tool-call":
    case "function_call":
      return { call: readCall(part) };
    case "server_tool_call":
      return { call: { name: textIn(part.name) || null, input: part.server_tool_call ?? part.arguments ?? null } };
    case "tool_call_response":
    case "tool_result":
    case "tool-result":
    case "function_call_output":
      return answerOf(part.response ?? part.result ?? part.output ?? part.content);
    case "server_tool_call_response":
      return answerOf(part.server_tool_call_response ?? part.response);
  }
  const text = typeof part.text === "string" ? part.text : part.content;
  if (part.thought === true) return { reasoning: textIn(text) };
  if (typeof text === "string" && !isMedia(part)) return { text };
  return { text: `[${mediaName(part)}]`, media: mediaAddress(part) };
}

/** OpenAI's items summarize their reasoning in parts of their own. */
const reasoningIn = ({ text, thinking, content, summary }: Record<string, unknown>): string =>
  textIn(text) || textIn(thinking) || textIn(content) || joined(recordsIn(summary).map((part) => textIn(part.text)));

const isMedia = ({ type }: Record<string, unknown>): boolean => type === "blob" || type === "uri" || type === "file";

/** What a part without text is: `image` of OpenTelemetry's modality, else its type, or its media type. */
function mediaName({ modality, type, inlineData, fileData }: Record<string, unknown>): string {
  const file = isRecord(inlineData) ? inlineData : isRecord(fileData) ? fileData : {};
  return String(modality ?? type ?? file.mimeType ?? "file");
}

/** The members that conventions put a file's bytes, in base64, or its address into. */
const bytes = ["data", "blob", "bytes", "file_data"];
const addresses = ["url", "uri", "fileUri", "file_url", "image_url", "image"];
const files = ["source", "input_audio", "file", "image_url", "image", "inlineData", "fileData"];

function mediaAddress(part: Record<string, unknown>): string {
  const inside = files.map((name) => part[name]).find(isRecord);
  if (inside) return mediaAddress({ ...inside, type: part.type });
  const named = addresses.map((name) => textIn(part[name])).find((text) => /^(https?|data):/i.test(text));
  if (named) return named;
  const data = [...bytes, "content"].map((name) => textIn(part[name])).find((text) => text !== "") ?? "";
  if (data.startsWith("data:")) return data;
  const { media_type, mediaType, mime_type, mimeType, format } = part;
  const type = textIn(media_type ?? mediaType ?? mime_type ?? mimeType) || (format ? `audio/${textIn(format)}` : "");
  return type && data ? `data:${type};base64,${data}` : "";
}

export function readCall(call: Record<string, unknown>): ToolCall {
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
  // The AI SDK says what kind of value the answer is.
  if (isRecord(answer) && "value" in answer && /^(text|json|content|error-text|error-json)$/.test(String(answer.type)))
    return answerText(answer.value);
  return JSON.stringify(answer);
}

export const joined = (texts: readonly (string | undefined)[]): string => texts.filter((text) => text).join("\n");
