// Which columns of a dataset traces fill.

import { type TracePath, tracePaths } from "@/lib/contracts/traces/names";

/** A column and its path as typed; an empty path leaves the column empty. */
export interface MappingLine {
  column: string;
  path: string;
}

export interface DatasetForm {
  destination: "new" | "known";
  dataset_id: string | null;
  dataset_name: string;
  mapping: MappingLine[];
}

export const usualLines: MappingLine[] = [
  { column: "input", path: "input_text" },
  { column: "output", path: "output_text" },
  { column: "expected", path: "" },
];

export const suggestedPaths: readonly string[] = [...tracePaths, "input.", "output.", "attributes."];

export const isPath = (text: string): boolean =>
  text === "" || tracePaths.some((known: TracePath) => known === text) || /^(input|output|attributes)\../s.test(text);

/** The lines that have a column, as the API takes them. */
export const mappingOf = (lines: readonly MappingLine[]) =>
  lines
    .filter(({ column }) => column.trim() !== "")
    .map(({ column, path }) => ({ column: column.trim(), path: path.trim() || null }));
