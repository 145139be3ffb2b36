// Variables and placeholders in a prompt's messages. The published Python client fills them by the same pattern.
import type { PromptChatMessage, PromptMessage } from "@/lib/contracts/prompts/content";

const VARIABLE = /\{\{\s*([\p{L}\p{M}\p{N}_]+)\s*\}\}/gu;

export const isPlaceholder = (message: PromptMessage): message is { type: "placeholder"; name: string } =>
  "type" in message;

/** The texts of a message in which variables are filled in. */
export const textsIn = ({ content }: PromptChatMessage): string[] =>
  typeof content === "string"
    ? [content]
    : (content ?? []).flatMap(({ text }) => (typeof text === "string" ? text : []));

/** A text split at its variables: a literal text, a name, a literal text, and so on. */
export const splitAtVariables = (text: string): string[] => text.split(VARIABLE);

/** The names of variables in a text, each once. */
export const variablesInText = (text: string): string[] => [
  ...new Set([...text.matchAll(VARIABLE)].map(([, name = ""]) => name)),
];

/** The most that are listed of a text. */
const MOST_KEPT = 20;

/** What looks like a variable or a template's command, and is none: it goes to the model as it is. Each once. */
export const keptBracesInText = (text: string): string[] =>
  [
    ...new Set(
      // In place of a variable stands what no match goes across.
      [...text.replace(VARIABLE, "}{").matchAll(/\{\{[^{}]{0,100}\}\}|\{%[^{}%]{0,100}%\}/g)].map(([braces]) => braces),
    ),
  ].slice(0, MOST_KEPT);

export const keptBracesIn = (messages: readonly PromptMessage[]): string[] =>
  [
    ...new Set(
      messages.flatMap((message) => (isPlaceholder(message) ? [] : textsIn(message).flatMap(keptBracesInText))),
    ),
  ].slice(0, MOST_KEPT);

/** The names of variables in the messages, each once, in order. */
export const variablesIn = (messages: readonly PromptMessage[]): string[] => [
  ...new Set(messages.flatMap((message) => (isPlaceholder(message) ? [] : textsIn(message).flatMap(variablesInText)))),
];

export const placeholdersIn = (messages: readonly PromptMessage[]): string[] => [
  ...new Set(messages.flatMap((message) => (isPlaceholder(message) ? message.name : []))),
];

/** The text with its variables replaced, once: braces in a value stay as they are. */
export const fillText = (text: string, values: ReadonlyMap<string, string>): string =>
  text.replace(VARIABLE, (whole, name: string) => values.get(name) ?? whole);
