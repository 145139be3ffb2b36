// A file's columns while it is read: rows are stored under column ids before all columns are known and typed.

import { randomUUID } from "node:crypto";
import { nameKey } from "@/lib/bounds/normal-form";
import { MAX_COLUMNS } from "@/lib/contracts/datasets/datasets";
import type { FileForm } from "@/lib/contracts/datasets/file-form";
import type { ColumnType } from "@/lib/contracts/shapes";
import { invalidField } from "@/lib/errors";
import { type ColumnRecord, isOfEvaluation } from "../loaders";
import { MAX_CELL_CHARACTERS } from "../rules/cell-text";
import { fits, guessType, type TypeGuess } from "../rules/column-type";

const MAX_NAME = 255;

export interface FileRow {
  line: number;
  /** Column id to text. */
  cells: Record<string, string>;
}

interface Column {
  id: string;
  /** Empty if the file does not name it. */
  name: string;
  guess: TypeGuess;
  /** The dataset's column that it fills; null if the file makes a dataset. */
  known: ColumnRecord | null;
}

export const atLine = (line: number, problem: string) => invalidField("file", `Line ${line}: ${problem}`);

export class ImportedColumns {
  readonly #columns: Column[] = [];
  readonly #byHeading = new Map<string, Column>();
  /** How a CSV file was written, once it has been read; null for other files. */
  form: FileForm | null = null;

  /** `known`: the columns of the dataset to which the rows are added; null if the file makes one. */
  constructor(private readonly known: readonly ColumnRecord[] | null = null) {}

  /** Adds a column. Throws if its name is taken, ignoring case, or if the file has too many. */
  add(heading: string, line: number): Column {
    const name = heading.trim().normalize("NFC");
    const problem = this.#problem(name);
    if (problem) throw atLine(line, problem);
    const known = this.known?.find((one) => nameKey(one.name) === nameKey(name)) ?? null;
    if (this.known && !known && name !== "") throw atLine(line, `the dataset has no column "${name}".`);
    const column = { id: known?.id ?? randomUUID(), name, guess: guessType(), known };
    this.#columns.push(column);
    this.#byHeading.set(heading, column);
    return column;
  }

  named(heading: string, line: number): Column {
    return this.#byHeading.get(heading) ?? this.add(heading, line);
  }

  #problem(name: string): string | null {
    if (this.#columns.length === MAX_COLUMNS) return `there are more than ${MAX_COLUMNS} columns.`;
    if (name.length > MAX_NAME) return `a column's name is longer than ${MAX_NAME} characters.`;
    if (!isStorable(name)) return "a column's name has characters that cannot be stored.";
    const taken = name && this.#columns.find((column) => column.name.toLowerCase() === name.toLowerCase());
    if (!taken) return null;
    return taken.name === name
      ? `two columns are named "${name}".`
      : `the columns "${taken.name}" and "${name}" differ only in case.`;
  }

  /** Puts a value into a row. */
  fill(row: FileRow, column: Column, text: string): void {
    if (!isStorable(text)) throw atLine(row.line, "a value has characters that cannot be stored.");
    if (text.length > MAX_CELL_CHARACTERS)
      throw atLine(row.line, `a value has more than ${MAX_CELL_CHARACTERS} characters.`);
    if (this.known && !this.#takes(row, column, text)) return;
    if (text !== "") column.guess.see(text);
    row.cells[column.id] = text;
  }

  /** Whether a value goes into the dataset. Throws if it has no column there, or does not fit it. */
  #takes({ line }: FileRow, { known }: Column, text: string): boolean {
    if (!known) {
      if (text === "") return false;
      throw atLine(line, "a value is in a column without a name.");
    }
    // For types other than text, an empty field is not a value.
    if (isOfEvaluation(known) || (text === "" && known.dataType !== "text")) return false;
    if (fits(known.dataType, text)) return true;
    throw atLine(line, `a value does not fit the column "${known.name}", whose type is ${known.dataType}.`);
  }

  /** Columns with their types. Unnamed columns are named by position; those without name and values are left out. */
  list(): { id: string; name: string; dataType: ColumnType }[] {
    const names = new Set(this.#columns.map((column) => column.name.toLowerCase()));
    const freeName = (number: number): string => {
      const name = `Column ${number}`;
      return names.has(name.toLowerCase()) ? freeName(number + 1) : name;
    };
    return this.#columns.flatMap((column, index) => {
      if (!column.name && !column.guess.hasSeen()) return [];
      const name = column.name || freeName(index + 1);
      names.add(name.toLowerCase());
      return { id: column.id, name, dataType: column.guess.type() };
    });
  }
}

// PostgreSQL cannot store NUL or lone surrogates.
const isStorable = (text: string): boolean => !text.includes("\0") && text.isWellFormed();
