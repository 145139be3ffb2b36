// The prompt of a column, as the form's values and as the API's.
import type { ClientInput } from "@/lib/contracts/contract";
import type { addPredictionColumn } from "@/lib/contracts/evaluation/predictions";
import { isRecord } from "@/lib/records";

type Config = ClientInput<typeof addPredictionColumn>["config"];

export const roles = ["system", "user", "assistant"] as const;
export type Role = (typeof roles)[number];

export interface PromptDraft {
  model: string;
  messages: { role: Role; content: string }[];
  /** As typed; empty for the model's default. */
  temperature: string;
  maxTokens: number | null;
  /** An object if a schema was set through the API. */
  format: Config["response_format"];
}

/** The form of a column: its name and its prompt. */
export interface PromptForm extends PromptDraft {
  name: string;
}

export const emptyDraft: PromptDraft = {
  model: "",
  messages: [{ role: "user", content: "" }],
  temperature: "",
  maxTokens: null,
  format: null,
};

/** A stored prompt as form values; missing or unknown values are left empty. */
export function draftOf(config: Record<string, unknown> | null): PromptDraft {
  if (config === null) return emptyDraft;
  const { model, messages, temperature, max_tokens: maxTokens, response_format: format } = config;
  const read = (Array.isArray(messages) ? messages : []).flatMap((message: unknown) => {
    if (!isRecord(message) || typeof message.content !== "string") return [];
    const { role: storedRole, content } = message;
    return [{ role: roles.find((role) => role === storedRole) ?? "user", content }];
  });
  return {
    model: typeof model === "string" ? model : "",
    messages: read.length > 0 ? read : emptyDraft.messages,
    temperature: typeof temperature === "number" ? String(temperature) : "",
    maxTokens: typeof maxTokens === "number" ? maxTokens : null,
    format: format === "text" || format === "json_object" || isRecord(format) ? format : null,
  };
}

/** Undefined unless the temperature is a number from 0 to 2. */
export function temperatureOf(text: string): number | null | undefined {
  if (text.trim() === "") return null;
  const number = Number(text.trim().replace(",", "."));
  return number >= 0 && number <= 2 ? number : undefined;
}

/** The request; empty messages are left out. */
export const configOf = (draft: PromptDraft): Config => ({
  model: draft.model.trim(),
  messages: draft.messages.filter(({ content }) => content.trim() !== ""),
  temperature: temperatureOf(draft.temperature) ?? null,
  max_tokens: draft.maxTokens,
  response_format: draft.format ?? null,
});

/** The text with a column's variable in place of the selection, and the new cursor position. */
export function withVariable(text: string, name: string, from: number, to: number): { text: string; cursor: number } {
  const variable = `{{${name}}}`;
  return { text: `${text.slice(0, from)}${variable}${text.slice(to)}`, cursor: from + variable.length };
}
