import { invalidField } from "@/lib/errors";
import { findDelimiter } from "../rules/delimiter";
import { openText } from "./decode";
import type { FileRow, ImportedColumns } from "./imported-columns";
import { jsonArrayEntries, jsonLines } from "./json-texts";
import { readCsv } from "./read-csv";
import { readJson } from "./read-json";

/**
 * A file's rows one by one; `columns` collects the columns meanwhile. The name decides the format, or else the first
 * characters.
 */
export async function* readRows(file: File, columns: ImportedColumns): AsyncGenerator<FileRow> {
  const { sample, text } = await openText(file);
  const start = sample.trimStart().charAt(0);
  if (start === "") throw invalidField("file", "Is empty.");
  const extension = /\.(\w+)$/.exec(file.name)?.[1]?.toLowerCase();
  if (extension === "csv") yield* readCsv(text, findDelimiter(sample), columns);
  else if (extension === "tsv") yield* readCsv(text, "\t", columns);
  else if (start === "[") yield* readJson(jsonArrayEntries(text), columns);
  else if (start === "{" || /^(json|jsonl|ndjson)$/.test(extension ?? "")) yield* readJson(jsonLines(text), columns);
  else yield* readCsv(text, findDelimiter(sample), columns);
}
