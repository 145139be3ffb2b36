// One column of the playground: a version with another model or temperature.
import { newId } from "@/lib/client/outbox/new-id";
import type { PromptContent, PromptVariable } from "@/lib/contracts/prompts/content";
import { placeholdersIn } from "@/lib/gateway/prompts/variables";

export const MAX_COLUMNS = 8;

export interface PlayColumn {
  /** Its identity on the screen. */
  key: string;
  version: string;
  /** In place of the version's; empty for that. */
  model: string;
  /** In place of the version's; null for that. */
  temperature: number | null;
}

export const newColumn = (version: string, model = ""): PlayColumn => ({
  key: newId(),
  version,
  model,
  temperature: null,
});

/** The shown version beside the one before it. */
export function firstColumns(versions: readonly string[], shown: string | undefined): PlayColumn[] {
  const at = Math.max(0, versions.indexOf(shown ?? ""));
  return versions.slice(at, at + 2).map((version) => newColumn(version));
}

export const isChanged = ({ model, temperature }: PlayColumn): boolean => model.trim() !== "" || temperature !== null;

/** The version with what the column sets. */
export const contentOf = (content: PromptContent, { model, temperature }: PlayColumn): PromptContent => ({
  ...content,
  model: model.trim() || content.model,
  settings: { ...content.settings, ...(temperature === null ? {} : { temperature }) },
});

export type Input = Pick<PromptVariable, "name"> & { kind: PromptVariable["type"] | "messages" };

/** What the contents need, each name once. */
export function inputsOf(contents: readonly PromptContent[]): Input[] {
  const all = contents.flatMap(({ variables, messages }): Input[] => [
    ...variables.map(({ name, type }) => ({ name, kind: type })),
    ...placeholdersIn(messages).map((name) => ({ name, kind: "messages" as const })),
  ]);
  return all.filter(({ name }, index) => all.findIndex((one) => one.name === name) === index);
}

/** The first example of each variable. */
export const examplesOf = (contents: readonly PromptContent[]): Record<string, string> =>
  Object.fromEntries(
    contents.flatMap(({ variables }) =>
      variables.flatMap(({ name, examples: [first] }) => (first === undefined ? [] : [[name, first]])),
    ),
  );

/** The values to send: texts, and lists of messages from JSON. The server refuses a list that cannot be read. */
export function valuesOf(inputs: readonly Input[], texts: Readonly<Record<string, string>>): Record<string, unknown> {
  return Object.fromEntries(
    inputs.flatMap(({ name, kind }) => {
      const text = texts[name] ?? "";
      if (kind === "messages") return [[name, text.trim() === "" ? [] : listIn(text)]];
      return text === "" ? [] : [[name, text]];
    }),
  );
}

function listIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
