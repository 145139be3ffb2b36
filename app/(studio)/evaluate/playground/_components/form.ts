// The run's request from the form. The server converts texts to the types of the template.
import type { TemplateDefinition } from "@/lib/contracts/evaluation/shapes/definition";
import { textOf } from "../../_components/param-text";

export type Texts = Readonly<Record<string, string>>;

/** The inputs in the template's form, in order. */
export const keysOf = (definition: Pick<TemplateDefinition, "required_keys" | "optional_keys">): string[] => [
  ...new Set([...definition.required_keys, ...definition.optional_keys]),
];

/** The non-blank fields of these names. */
export const filled = (names: readonly string[], texts: Texts): Record<string, string> =>
  Object.fromEntries(names.flatMap((name) => ((texts[name] ?? "").trim() === "" ? [] : [[name, texts[name] ?? ""]])));

/** The existing fields of these names, including empty ones: functions decide what an empty input means. */
export const present = (names: readonly string[], texts: Texts): Record<string, string> =>
  Object.fromEntries(names.flatMap((name) => (texts[name] === undefined ? [] : [[name, texts[name]]])));

export const textsOf = (values: Readonly<Record<string, unknown>>): Texts =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, textOf(value)]));
