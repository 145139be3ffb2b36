// The context of a run's subject: criteria can refer to it as {{row.x}} without a mapping.
import type { TemplateDefinition } from "@/lib/contracts/evaluation/shapes/definition";
import { isRecord } from "@/lib/records";

const contextRoots = ["row", "span", "trace", "session", "call"] as const;
const VARIABLE = /\{\{\s*([\w.]+)\s*\}\}/g;

export const isOfContext = (variable: string): boolean =>
  contextRoots.some((root) => variable === root || variable.startsWith(`${root}.`));

/** The variables of a text in the order of their first appearance. */
export const variablesOf = (text: string): string[] => [
  ...new Set([...text.matchAll(VARIABLE)].map(([, name = ""]) => name)),
];

/** The values of the variables that name a context; missing ones are null. */
export function contextInputs(
  { instructions, messages }: Pick<TemplateDefinition, "instructions" | "messages">,
  contexts: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const text = [instructions ?? "", ...messages.map(({ content }) => content)].join("\n");
  return Object.fromEntries(
    variablesOf(text)
      .filter(isOfContext)
      .map((name) => [name, at(contexts, name.split("."))]),
  );
}

function at(value: unknown, path: readonly string[]): unknown {
  const [first, ...rest] = path;
  if (first === undefined) return value ?? null;
  return isRecord(value) && Object.hasOwn(value, first) ? at(value[first], rest) : null;
}
