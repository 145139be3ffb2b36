// A file's columns while it is read: rows are stored under column ids before all columns are known and typed.
import { randomUUID } from "node:crypto";
import { MAX_COLUMNS } from "@/lib/contracts/datasets/datasets";
import type { FileForm } from "@/lib/contracts/datasets/file-form";
import type { ColumnType } from "@/lib/contracts/shapes";
import { invalidField } from "@/lib/errors";
import { guessType, type TypeGuess } from "../rules/column-type";

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
}

export const atLine = (line: number, problem: string) => invalidField("file", `Line ${line}: ${problem}`);

export class ImportedColumns {
  readonly #columns: Column[] = [];
  readonly #byHeading = new Map<string, Column>();
  /** How a CSV file was written, once it has been read; null for other files. */
  form: FileForm | null = null;

  /** Adds a column. Throws if its name is taken, ignoring case, or if the file has too many. */
  add(heading: string, line: number): Column {
    const name = heading.trim();
    const problem = this.#problem(name);
    if (problem) throw atLine(line, problem);
    const column = { id: randomUUID(), name, guess: guessType() };
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
    if (text !== "") column.guess.see(text);
    row.cells[column.id] = text;
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
