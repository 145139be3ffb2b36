// What a row gives to an evaluation or a prompt.
/** Column id to the cell's text. */
export type RowCells = Readonly<Record<string, string>>;

/** Of a column that is there, by its id; those that were deleted are missing. */
export type ColumnNames = ReadonlyMap<string, string>;

export type RowInputs = { inputs: Record<string, string> } | { problem: string };

/** The mapped cells as inputs. An empty text is a value; where the row has no cell the input is absent. */
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

/** The row as criteria may speak of it: {{row.question}} is its cell in the column named question. */
export const contextOfRow = (columns: ColumnNames, cells: RowCells): Record<string, string> =>
  Object.fromEntries([...columns].map(([id, name]) => [name, cells[id] ?? ""]));

const VARIABLE = /\{\{\s*([^{}]+?)\s*\}\}/g;

/** The names in {{}} of a prompt, in the order of their first appearance. */
export const variablesIn = (texts: readonly string[]): string[] => [
  ...new Set(texts.flatMap((text) => [...text.matchAll(VARIABLE)].map(([, name = ""]) => name))),
];

/** The text with the row's cells in place of its variables, in one pass: variables inside a cell are never filled. */
export const filled = (text: string, columnOf: Readonly<Record<string, string>>, cells: RowCells): string =>
  text.replaceAll(VARIABLE, (_, name: string) => cells[columnOf[name] ?? ""] ?? "");
