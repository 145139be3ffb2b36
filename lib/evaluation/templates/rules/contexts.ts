// The context of a run's subject: criteria can refer to it as {{row.x}} without a mapping.
import { valueAt } from "@/lib/annotation/sources/rules/value-at";
import type { TemplateDefinition } from "@/lib/contracts/evaluation/shapes/definition";
import { variablesOf } from "../../judge/variables";

const contextRoots = ["row", "span", "trace", "session", "call"] as const;

export const isOfContext = (variable: string): boolean =>
  contextRoots.some((root) => variable === root || variable.startsWith(`${root}.`));

/** The values of the variables that name a context, read as mappings are; missing ones are null. */
export function contextInputs(
  { instructions, messages }: Pick<TemplateDefinition, "instructions" | "messages">,
  contexts: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const text = [instructions ?? "", ...messages.map(({ content }) => content)].join("\n");
  return Object.fromEntries(
    variablesOf(text)
      .filter(isOfContext)
      .map((name) => [name, valueAt(contexts, name) ?? null]),
  );
}
