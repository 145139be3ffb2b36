// What an evaluation or a prompt gets from a row.

import { findByIdOrName } from "@/lib/bounds/normal-form";
import { fillText, variablesInText } from "@/lib/gateway/prompts/variables";

/** Column id to the cell's text. */
export type RowCells = Readonly<Record<string, string>>;

/** Existing columns by id; deleted ones are missing. */
export type ColumnNames = ReadonlyMap<string, string>;

export type RowInputs = { inputs: Record<string, string> } | { problem: string };

/** The mapped cells as inputs. An empty text is a value. If the row has no cell, the input is missing. */
export function inputsOfRow(
  mapping: Readonly<Record<string, string>>,
  columns: ColumnNames,
  cells: RowCells,
): RowInputs {
  const lost = Object.entries(mapping).find(([, columnId]) => !columns.has(columnId));
  if (lost) return { problem: `The column that ${lost[0]} is mapped to was deleted.` };
  const inputs: Record<string, string> = {};
  for (const [key, columnId] of Object.entries(mapping)) {
    const text = cells[columnId];
    if (text !== undefined) inputs[key] = text;
  }
  return { inputs };
}

/** The row as a context for criteria: {{row.question}} is its cell in the column named question. */
export const contextOfRow = (columns: ColumnNames, cells: RowCells): Record<string, string> =>
  Object.fromEntries([...columns].map(([id, name]) => [name, cells[id] ?? ""]));

const VARIABLE = /\{\{\s*([^{}]+?)\s*\}\}/g;

/** The names in a prompt's {{}}, in the order of their first appearance. */
export const variablesIn = (texts: readonly string[]): string[] => [
  ...new Set(texts.flatMap((text) => [...text.matchAll(VARIABLE)].map(([, name = ""]) => name))),
];

/**
 * The text with the row's cells in place of its variables. One pass, so that variables inside a cell are never filled.
 */
export const filled = (text: string, columnOf: Readonly<Record<string, string>>, cells: RowCells): string =>
  text.replaceAll(VARIABLE, (_, name: string) => cells[columnOf[name] ?? ""] ?? "");

/** How the variables of a prompt are found and filled. */
interface Filling {
  variablesIn: typeof variablesIn;
  filled: typeof filled;
}

/** A version of the library gets the text that the gateway serves: other braces than its variables stay as they are. */
const libraryFilling: Filling = {
  variablesIn: (texts) => [...new Set(texts.flatMap(variablesInText))],
  filled: (text, columnOf, cells) =>
    fillText(text, new Map(variablesInText(text).map((name) => [name, cells[columnOf[name] ?? ""] ?? ""]))),
};

/** `prompt` is the version of the library that the run is over; null for a prompt of its own. */
export const fillingOf = (prompt: string | null): Filling =>
  prompt === null ? { variablesIn, filled } : libraryFilling;

/** Each variable with the id of the column that it names, by name in any case or by id. */
export function columnsOfVariables(
  names: readonly string[],
  columns: readonly { id: string; name: string }[],
): { mapping: Record<string, string> } | { problem: string } {
  const find = findByIdOrName(columns);
  const found = names.map((name) => [name, find(name)?.id] as const);
  const lost = found.find(([, id]) => id === undefined);
  if (lost) return { problem: `{{${lost[0]}}} is not a column of the dataset.` };
  return { mapping: Object.fromEntries(found.map(([name, id = ""]) => [name, id])) };
}
