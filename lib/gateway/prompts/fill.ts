// Fills a version's variables and placeholders, and makes the body of a chat of it.
import type { PromptContent, PromptMessage, PromptVariable } from "@/lib/contracts/prompts/content";
import { isRecord } from "@/lib/records";
import { fillText, isPlaceholder, placeholdersIn, variablesIn } from "./variables";

type Json = Record<string, unknown>;

/** A value that is missing or of another type, by the name of its variable. */
export interface FillProblem {
  name: string;
  message: string;
}

export type Filled = { messages: Json[] } | { problems: FillProblem[] };

const MAX_PLACED = 1000;

/** The messages with values in place of variables and placeholders; else what is wrong with the values. */
export function fillMessages(content: Pick<PromptContent, "messages" | "variables">, values: Json): Filled {
  const types = new Map(content.variables.map((variable) => [variable.name, variable.type]));
  const texts = new Map<string, string>();
  const problems: FillProblem[] = [];
  for (const name of variablesIn(content.messages)) {
    const text = textOf(ownValue(values, name), types.get(name) ?? "text");
    if (typeof text === "string") texts.set(name, text);
    else problems.push({ name, ...text });
  }
  for (const name of placeholdersIn(content.messages)) {
    const problem = placeholderProblem(ownValue(values, name));
    if (problem) problems.push({ name, message: problem });
  }
  if (problems.length > 0) return { problems };
  return { messages: content.messages.flatMap((message) => filled(message, texts, values)) };
}

/** Only the sender's own members: `constructor` is not one of them. */
const ownValue = (values: Json, name: string): unknown => (Object.hasOwn(values, name) ? values[name] : undefined);

const MISSING = { message: "Has no value." };

function textOf(value: unknown, type: PromptVariable["type"]): string | { message: string } {
  if (value === undefined || value === null) return MISSING;
  if (type === "json") return typeof value === "string" ? value : JSON.stringify(value);
  if (type === "boolean") return isBoolean(value) ? String(value) : { message: "Must be true or false." };
  if (type === "number") return isNumber(value) ? String(value) : { message: "Must be a number." };
  if (typeof value === "object") return { message: "Must be a text." };
  return String(value);
}

const isBoolean = (value: unknown): boolean =>
  value === true || value === false || /^(true|false)$/.test(String(value));
const isNumber = (value: unknown): boolean =>
  (typeof value === "number" || (typeof value === "string" && value.trim() !== "")) && Number.isFinite(Number(value));

function placeholderProblem(value: unknown): string | null {
  if (value === undefined || value === null) return MISSING.message;
  const isList = Array.isArray(value) && value.length <= MAX_PLACED;
  const isMessages = isList && value.every((entry) => isRecord(entry) && typeof entry.role === "string");
  return isMessages ? null : `Must be a list of at most ${MAX_PLACED} chat messages.`;
}

function filled(message: PromptMessage, texts: ReadonlyMap<string, string>, values: Json): Json[] {
  // Safe because placeholderProblem has checked it.
  if (isPlaceholder(message)) return values[message.name] as Json[];
  const { content } = message;
  if (typeof content === "string") return [{ ...message, content: fillText(content, texts) }];
  if (!content) return [{ ...message }];
  const parts = content.map((part) =>
    typeof part.text === "string" ? { ...part, text: fillText(part.text, texts) } : part,
  );
  return [{ ...message, content: parts }];
}

/** Model, settings and tools of a version as members of a chat's body. */
export function bodyOf({ model, settings, tools, output_schema: schema }: PromptContent): Json {
  const { response_format, ...others } = settings;
  const format = schema
    ? { type: "json_schema", json_schema: { name: "answer", schema } }
    : typeof response_format === "string"
      ? { type: response_format }
      : response_format;
  return {
    ...(model === null ? {} : { model }),
    ...others,
    ...(tools.length > 0 ? { tools } : {}),
    ...(format ? { response_format: format } : {}),
  };
}
