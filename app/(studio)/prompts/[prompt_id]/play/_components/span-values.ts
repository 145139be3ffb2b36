// Values for a prompt's variables and placeholders from a recorded call of a model.
import { readMessages } from "@/lib/chat-messages";
import type { PromptContent, PromptMessage } from "@/lib/contracts/prompts/content";
import type { Span } from "@/lib/contracts/traces/traces";
import { isPlaceholder, splitAtVariables, textsIn } from "@/lib/gateway/prompts/variables";
import { isRecord } from "@/lib/records";
import type { Input } from "./column";

type Recorded = Pick<Span, "input" | "attributes">;

interface Message {
  role: string;
  text: string;
  /** As a chat takes it. */
  raw: unknown;
}

/** What of the span fills which input: what the prompt's own texts leave open in it, else what has the input's name. */
export function valuesOfSpan(
  inputs: readonly Input[],
  contents: readonly PromptContent[],
  { input, attributes }: Recorded,
): Record<string, string> {
  const messages = messagesIn(input);
  const values = new Map<string, string>();
  for (const content of contents)
    for (const [name, value] of matched(content.messages, messages) ?? []) values.set(name, value);
  for (const { name, kind } of inputs) {
    if (values.has(name)) continue;
    const value =
      kind === "messages" ? conversation(messages) : (memberNamed(name, input) ?? memberNamed(name, attributes));
    if (value !== null) values.set(name, value);
  }
  const [left, ...others] = inputs.filter(({ name, kind }) => kind === "text" && !values.has(name));
  const question = messages.findLast(({ role }) => role === "user");
  if (left && others.length === 0 && question) values.set(left.name, question.text);
  return Object.fromEntries(inputs.flatMap(({ name }) => (values.has(name) ? [[name, values.get(name) ?? ""]] : [])));
}

function messagesIn(input: unknown): Message[] {
  const read = readMessages(input) ?? [];
  const raw = Array.isArray(input) && input.length === read.length ? input : null;
  return read.map(({ role, text }, index) => ({ role, text, raw: raw?.[index] ?? { role, content: text } }));
}

const listText = (messages: readonly Message[]): string => JSON.stringify(messages.map(({ raw }) => raw));

/** What came before the question that was asked last, without rules. */
function conversation(messages: readonly Message[]): string | null {
  const turns = messages.filter(({ role }) => role !== "system" && role !== "developer");
  return turns.length > 0 ? listText(turns) : null;
}

function memberNamed(name: string, value: unknown): string | null {
  const member = isRecord(value) && Object.hasOwn(value, name) ? value[name] : undefined;
  if (member === undefined || member === null) return null;
  return typeof member === "string" ? member : JSON.stringify(member);
}

/** The values with which the prompt gives these messages; null if it does not. More messages may follow. */
function matched(prompt: readonly PromptMessage[], messages: readonly Message[]): Map<string, string> | null {
  const at = prompt.findIndex(isPlaceholder);
  const head = at < 0 ? prompt : prompt.slice(0, at);
  const tail = at < 0 ? [] : prompt.slice(at + 1);
  const placeholder = prompt[at];
  if (tail.some(isPlaceholder) || messages.length < head.length + tail.length) return null;
  const values = new Map<string, string>();
  const pairs = [
    ...head.map((message, index) => [message, messages[index]] as const),
    ...tail.map((message, index) => [message, messages[messages.length - tail.length + index]] as const),
  ];
  for (const [message, filled] of pairs)
    if (
      isPlaceholder(message) ||
      message.role !== filled?.role ||
      !matchText(textsIn(message).join("\n"), filled.text, values)
    )
      return null;
  if (placeholder && isPlaceholder(placeholder))
    values.set(placeholder.name, listText(messages.slice(head.length, messages.length - tail.length)));
  return values;
}

/** Whether the text is the template with some values, which are added. */
function matchText(template: string, text: string, values: Map<string, string>): boolean {
  const parts = splitAtVariables(template);
  if (!text.startsWith(parts[0] ?? "")) return false;
  let from = parts[0]?.length ?? 0;
  for (let index = 1; index < parts.length; index += 2) {
    const [name = "", literal = ""] = [parts[index], parts[index + 1]];
    const isLast = index + 2 >= parts.length;
    // Two variables side by side could share their text in any way.
    if (literal === "" && !isLast) return false;
    const end = isLast ? text.length - literal.length : text.indexOf(literal, from);
    if (end < from || !text.startsWith(literal, end)) return false;
    const value = text.slice(from, end);
    if ((values.get(name) ?? value) !== value) return false;
    values.set(name, value);
    from = end + literal.length;
  }
  return from === text.length;
}
