// OpenAI's messages as a prompt of the AI SDK's models.
import type { LanguageModelV3Message, LanguageModelV3Prompt } from "@ai-sdk/provider";
import type { ChatBody } from "@/lib/contracts/gateway/chat";
import { isRecord, textIn } from "@/lib/records";
import { parseJson } from "../../parse-json";
import { splitId } from "../tool-call-id";
import { type Part, Parts } from "./parts";
import { refused } from "./refused";

type Message = ChatBody["messages"][number];

/**
 * Instructions come first and are one, as all providers take them. Results of tools that follow each other are one message, and
 * their pictures follow as a user's. Where calls are text, so are their results, as the user's.
 */
export function promptOf(messages: readonly Message[], kind: string, areCallsText = false): LanguageModelV3Prompt {
  const parts = new Parts(kind);
  const names = new Map(messages.flatMap(callsIn).map(({ id, name }) => [id, name]));
  const instructions: string[] = [];
  const prompt: LanguageModelV3Message[] = [];
  let pictures: Part[] = [];
  const show = () => {
    if (pictures.length > 0) prompt.push({ role: "user", content: pictures });
    pictures = [];
  };
  for (const [index, message] of messages.entries()) {
    const field = `messages[${index}]`;
    if (message.role === "tool" && !areCallsText) {
      const { text, files } = resultOf(parts.of(message.content, field));
      const result = toolResult(message, text, names);
      const last = prompt.at(-1);
      if (last?.role === "tool") last.content.push(result);
      else prompt.push({ role: "tool", content: [result] });
      pictures.push(...files);
    } else if (isInstruction(message)) instructions.push(instructionOf(message, field));
    else {
      show();
      const content = parts.of(message.content, field);
      const next = (areCallsText && written(message, content, names)) || spoken(message, content, field);
      if (next.content.length > 0) prompt.push(next);
      else if (next.role === "user" && !isOfUser(prompt.at(-1)))
        throw refused(`${field}.content`, "Must not be empty.");
    }
  }
  show();
  const system = instructions.filter((text) => text !== "").join("\n\n");
  return system === "" ? prompt : [{ role: "system", content: system }, ...prompt];
}

const isInstruction = ({ role }: Message): boolean => role === "system" || role === "developer";

/** Whether an empty message of the user may be left out behind this one, with which providers join it. */
const isOfUser = (message: LanguageModelV3Message | undefined): boolean =>
  message?.role === "user" || message?.role === "tool";

function instructionOf({ role, content }: Message, field: string): string {
  if (typeof content === "string") return content;
  return (content ?? [])
    .map(({ type, text }, index) => {
      if (typeof text === "string") return text;
      throw refused(`${field}.content[${index}].type`, `A message of the role ${role} takes text, not ${type}.`);
    })
    .join("");
}

function spoken(message: Message, content: Part[], field: string) {
  if (message.role === "user") return { role: "user" as const, content };
  if (message.role === "assistant")
    return { role: "assistant" as const, content: [...content, ...callsIn(message).map(toolCall)] };
  throw refused(`${field}.role`, "This provider supports the roles system, developer, user, assistant and tool.");
}

/** A message with calls or a result as text; null for others. */
function written(message: Message, content: Part[], names: ReadonlyMap<string, string>) {
  if (message.role === "tool") {
    const { id } = splitId(textIn(message.tool_call_id));
    return { role: "user" as const, content: [textPart(`Result of ${names.get(id) ?? id}:`), ...content] };
  }
  if (message.role !== "assistant") return null;
  const calls = callsIn(message).map(({ name, args }) => textPart(`Called ${name}: ${args || "{}"}`));
  return { role: "assistant" as const, content: [...content, ...calls] };
}

const textPart = (text: string) => ({ type: "text" as const, text });

const resultOf = (parts: Part[]) => ({
  text: parts.map((part) => (part.type === "text" ? part.text : "")).join(""),
  files: parts.filter(({ type }) => type === "file"),
});

function toolResult(message: Message, value: string, names: ReadonlyMap<string, string>) {
  const { id } = splitId(textIn(message.tool_call_id));
  const output = { type: "text" as const, value };
  return { type: "tool-result" as const, toolCallId: id, toolName: names.get(id) ?? id, output };
}

interface ToolCall {
  id: string;
  signature: string | null;
  name: string;
  args: string;
}

function callsIn({ role, tool_calls: calls }: Message): ToolCall[] {
  if (role !== "assistant" || !Array.isArray(calls)) return [];
  return calls.filter(isRecord).map((call) => {
    const named = isRecord(call.function) ? call.function : {};
    return { ...splitId(textIn(call.id)), name: textIn(named.name), args: textIn(named.arguments) };
  });
}

const toolCall = ({ id, signature, name, args }: ToolCall) => ({
  type: "tool-call" as const,
  toolCallId: id,
  toolName: name,
  input: inputOf(args),
  ...(signature === null ? {} : { providerOptions: { google: { thoughtSignature: signature } } }),
});

/** A model's arguments are an object: other JSON, or none, is kept as a text. */
function inputOf(text: string): unknown {
  const value = parseJson(text);
  if (isRecord(value)) return value;
  return /^\s*(?:null|\[\s*\])?\s*$/.test(text) ? {} : { arguments: text };
}
