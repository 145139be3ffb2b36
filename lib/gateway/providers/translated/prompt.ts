// OpenAI's messages as a prompt of the AI SDK's models.
import type {
  LanguageModelV3FilePart,
  LanguageModelV3Message,
  LanguageModelV3Prompt,
  LanguageModelV3TextPart,
} from "@ai-sdk/provider";
import type { ChatBody } from "@/lib/contracts/gateway/chat";
import { isRecord } from "@/lib/records";
import { refused } from "./refused";
import { splitId } from "./tool-call-id";

type Message = ChatBody["messages"][number];
type ContentPart = Record<string, unknown>;

const AUDIO: Record<string, string> = { wav: "audio/wav", mp3: "audio/mpeg" };

/** Instructions come first and are one, as all providers take them; results of tools that follow each other are one message. */
export function promptOf(messages: readonly Message[]): LanguageModelV3Prompt {
  const instructions = messages.filter(isInstruction).map((message) => textOf(message.content));
  const names = new Map(messages.flatMap(callsIn).map(({ id, name }) => [id, name]));
  const prompt: LanguageModelV3Message[] = [];
  for (const [index, message] of messages.entries()) {
    if (isInstruction(message)) continue;
    const next = spoken(message, `messages[${index}]`, names);
    const last = prompt.at(-1);
    if (last?.role === "tool" && next.role === "tool") last.content.push(...next.content);
    else prompt.push(next);
  }
  const system = instructions.filter((text) => text !== "").join("\n\n");
  return system === "" ? prompt : [{ role: "system", content: system }, ...prompt];
}

const isInstruction = ({ role }: Message): boolean => role === "system" || role === "developer";

function spoken(message: Message, field: string, names: ReadonlyMap<string, string>): LanguageModelV3Message {
  switch (message.role) {
    case "user":
      return { role: "user", content: contentOf(message, field) };
    case "assistant":
      return { role: "assistant", content: [...contentOf(message, field), ...callsIn(message).map(toolCall)] };
    case "tool": {
      const { id } = splitId(stringIn(message.tool_call_id));
      const output = { type: "text" as const, value: textOf(message.content) };
      return {
        role: "tool",
        content: [{ type: "tool-result", toolCallId: id, toolName: names.get(id) ?? id, output }],
      };
    }
    default:
      throw refused(`${field}.role`, "This provider supports the roles system, developer, user, assistant and tool.");
  }
}

interface ToolCall {
  id: string;
  signature: string | null;
  name: string;
  input: unknown;
}

function callsIn({ role, tool_calls: calls }: Message): ToolCall[] {
  if (role !== "assistant" || !Array.isArray(calls)) return [];
  return calls.filter(isRecord).map((call) => {
    const named = isRecord(call.function) ? call.function : {};
    return { ...splitId(stringIn(call.id)), name: stringIn(named.name), input: parsed(stringIn(named.arguments)) };
  });
}

const toolCall = ({ id, signature, name, input }: ToolCall) => ({
  type: "tool-call" as const,
  toolCallId: id,
  toolName: name,
  input,
  ...(signature === null ? {} : { providerOptions: { google: { thoughtSignature: signature } } }),
});

/** Empty texts are left out, which some providers refuse. */
function contentOf({ content }: Message, field: string): (LanguageModelV3TextPart | LanguageModelV3FilePart)[] {
  const parts: ContentPart[] = typeof content === "string" ? [{ type: "text", text: content }] : (content ?? []);
  return parts.flatMap((part, index) => partOf(part, `${field}.content[${index}]`));
}

function partOf(part: ContentPart, field: string): (LanguageModelV3TextPart | LanguageModelV3FilePart)[] {
  const { type } = part;
  const inner = isRecord(part[String(type)]) ? (part[String(type)] as ContentPart) : {}; // safe: it is a record
  if (type === "text" || type === "refusal") {
    const text = stringIn(part.text ?? part.refusal);
    return text === "" ? [] : [{ type: "text", text }];
  }
  if (type === "image_url") return [fileOf(stringIn(inner.url ?? part.image_url), "image/*", `${field}.image_url.url`)];
  if (type === "input_audio") {
    const mediaType = AUDIO[stringIn(inner.format)] ?? "audio/*";
    return [{ type: "file", mediaType, data: stringIn(inner.data) }];
  }
  if (type === "file" && inner.file_data) {
    const file = fileOf(stringIn(inner.file_data), "application/pdf", `${field}.file.file_data`);
    return [{ ...file, filename: stringIn(inner.filename) || "file" }];
  }
  throw refused(`${field}.type`, "This provider supports text, image_url, input_audio and file with file_data.");
}

/** A data URI's content, or an address that the provider reads by itself. */
function fileOf(address: string, mediaType: string, field: string): LanguageModelV3FilePart {
  const data = /^data:([^;,]+)(?:;[^,]*)?;base64,(.*)$/s.exec(address);
  if (data) return { type: "file", mediaType: data[1] ?? mediaType, data: data[2] ?? "" };
  if (!/^https?:/.test(address) || !URL.canParse(address)) throw refused(field, "Must be a data URI or an address.");
  return { type: "file", mediaType, data: new URL(address) };
}

const textOf = (content: Message["content"]): string =>
  typeof content === "string" ? content : (content ?? []).map((part) => stringIn(part.text)).join("");

function parsed(text: string): unknown {
  try {
    return JSON.parse(text || "{}");
  } catch {
    return { arguments: text };
  }
}

const stringIn = (value: unknown): string => (typeof value === "string" ? value : "");
