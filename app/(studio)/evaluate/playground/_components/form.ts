// What of the form goes into a run. The server reads texts as the types that a template wants.
import type { TemplateDefinition } from "@/lib/contracts/evaluation/definition";
import { textOf } from "../../_components/param-text";

export type Texts = Readonly<Record<string, string>>;

/** What the form of a template asks for, in its order. */
export const keysOf = (definition: Pick<TemplateDefinition, "required_keys" | "optional_keys">): string[] => [
  ...new Set([...definition.required_keys, ...definition.optional_keys]),
];

/** The fields of these names that hold something: what is blank is not given. */
export const filled = (names: readonly string[], texts: Texts): Record<string, string> =>
  Object.fromEntries(names.flatMap((name) => ((texts[name] ?? "").trim() === "" ? [] : [[name, texts[name] ?? ""]])));

/** The fields of these names that are there, empty ones as well: functions say themselves what an empty input means. */
export const present = (names: readonly string[], texts: Texts): Record<string, string> =>
  Object.fromEntries(names.flatMap((name) => (texts[name] === undefined ? [] : [[name, texts[name]]])));

export const textsOf = (values: Readonly<Record<string, unknown>>): Texts =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, textOf(value)]));
