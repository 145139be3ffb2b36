// A version's content as the editor's values, and back.
import { newId } from "@/lib/client/outbox/new-id";
import type { PromptContent, PromptMessage, PromptVariable } from "@/lib/contracts/prompts/content";
import type { promptRoles } from "@/lib/contracts/prompts/names";
import { isPlaceholder, keptBracesInText, variablesInText } from "@/lib/gateway/prompts/variables";

export type Role = (typeof promptRoles)[number] | "placeholder";

export interface EditedMessage {
  /** Its identity while it is edited. */
  key: string;
  role: Role;
  /** The text; of a placeholder its name. */
  text: string;
  /** A message with parts or tool calls, which the editor keeps as it is; null for texts. */
  kept: PromptMessage | null;
}

export interface EditedVariable {
  name: string;
  type: PromptVariable["type"];
  example: string;
}

export interface PromptValues {
  messages: EditedMessage[];
  model: string;
  temperature: number | null;
  top_p: number | null;
  max_tokens: number | null;
  variables: EditedVariable[];
  /** JSON, or empty for none. */
  tools: string;
  output_schema: string;
}

/** What is edited, and why the new version is made. */
export interface EditorValues extends PromptValues {
  message: string;
}

const isText = (message: PromptMessage): boolean =>
  isPlaceholder(message) || (typeof message.content === "string" && Object.keys(message).length === 2);

const edited = (message: PromptMessage): EditedMessage => ({
  key: newId(),
  role: isPlaceholder(message) ? "placeholder" : message.role,
  text: isPlaceholder(message) ? message.name : typeof message.content === "string" ? message.content : "",
  kept: isText(message) ? null : message,
});

const jsonOf = (value: unknown): string => JSON.stringify(value, null, 2);

export function valuesOf({ messages, model, settings, tools, output_schema, variables }: PromptContent): PromptValues {
  return {
    messages: messages.map(edited),
    model: model ?? "",
    temperature: settings.temperature ?? null,
    top_p: settings.top_p ?? null,
    max_tokens: settings.max_tokens ?? null,
    variables: variables.map(({ name, type, examples: [example = ""] }) => ({ name, type, example })),
    tools: tools.length > 0 ? jsonOf(tools) : "",
    output_schema: output_schema ? jsonOf(output_schema) : "",
  };
}

const messageOf = ({ role, text, kept }: EditedMessage): PromptMessage =>
  kept ?? (role === "placeholder" ? { type: "placeholder", name: text.trim() } : { role, content: text });

/** The names of variables in the texts, each once, in order. */
export const namesIn = (messages: readonly EditedMessage[]): string[] => [
  ...new Set(messages.flatMap(({ role, text }) => (role === "placeholder" ? [] : variablesInText(text)))),
];

/** What looks like a variable in the texts and is none, each once, in order. */
export const keptBracesOf = (messages: readonly EditedMessage[]): string[] => [
  ...new Set(messages.flatMap(({ role, text }) => (role === "placeholder" ? [] : keptBracesInText(text)))),
];

/** The variables of the texts, with what is known of them. */
export const variablesOf = ({ messages, variables }: Pick<PromptValues, "messages" | "variables">): EditedVariable[] =>
  namesIn(messages).map(
    (name) => variables.find((known) => known.name === name) ?? { name, type: "text" as const, example: "" },
  );

/** Why a text is refused before it is sent: it should be JSON of this form. */
export function jsonFlaw(text: string, form: "list" | "object"): string | null {
  if (text.trim() === "") return null;
  try {
    const value: unknown = JSON.parse(text);
    const isForm = form === "list" ? Array.isArray(value) : value !== null && typeof value === "object";
    return isForm && (form === "list" || !Array.isArray(value)) ? null : `Must be a JSON ${form}.`;
  } catch {
    return `Must be a JSON ${form}.`;
  }
}

const parsed = (text: string): unknown => (text.trim() === "" ? null : JSON.parse(text));

/** The content to save. Settings that the editor does not show are kept from `before`. */
export function contentOf(values: PromptValues, before: PromptContent): PromptContent {
  const { temperature, top_p, max_tokens } = values;
  const shown = Object.entries({ temperature, top_p, max_tokens }).filter(([, value]) => value !== null);
  const { temperature: _, top_p: __, max_tokens: ___, ...others } = before.settings;
  const examples = new Map(before.variables.map((variable) => [variable.name, variable.examples.slice(1)]));
  return {
    messages: values.messages.map(messageOf),
    model: values.model.trim() || null,
    settings: { ...others, ...Object.fromEntries(shown) },
    // Safe because the screen saves only texts without a flaw.
    tools: (parsed(values.tools) ?? []) as PromptContent["tools"],
    output_schema: parsed(values.output_schema) as PromptContent["output_schema"],
    variables: variablesOf(values).map(({ name, type, example }) => ({
      name,
      type,
      examples: [...(example === "" ? [] : [example]), ...(examples.get(name) ?? [])],
    })),
  };
}
