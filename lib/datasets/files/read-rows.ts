import { invalidField } from "@/lib/errors";
import { delimiterLine, findDelimiter } from "../rules/delimiter";
import { formOf } from "../rules/file-form";
import { openText } from "./decode";
import { formatOf } from "./format";
import type { FileRow, ImportedColumns } from "./imported-columns";
import { jsonArrayEntries, jsonLines } from "./json-texts";
import { readCsv } from "./read-csv";
import { readJson } from "./read-json";
import { isWorkbook, readWorkbook } from "./read-workbook";

/** For a file that is one object on several lines. */
const FORMS = " Write one object on each line, or an array of objects.";

/**
 * A file's rows one by one; `columns` collects the columns meanwhile. The first bytes show a workbook. Of texts the name
 * decides the format, or else the first characters.
 */
export async function* readRows(file: File, columns: ImportedColumns): AsyncGenerator<FileRow> {
  if (await isWorkbook(file)) {
    yield* readWorkbook(file, columns);
    return;
  }
  const { sample, text, ends } = await openText(file);
  if (sample.trimStart() === "") throw invalidField("file", "Is empty.");
  const format = formatOf(file.name, sample);
  if (format === "json array") yield* readJson(jsonArrayEntries(text), columns);
  else if (format === "json lines") yield* readJson(jsonLines(text), columns, FORMS);
  else {
    const line = delimiterLine(sample);
    const start = line?.length ?? 0;
    const delimiter = line?.delimiter ?? (format === "tsv" ? "\t" : findDelimiter(sample));
    yield* readCsv(from(start, text), { delimiter, firstLine: line ? 2 : 1 }, columns);
    columns.form = formOf(sample.slice(start), ends, delimiter);
  }
}

/** The text without its first characters, which its first chunk has. */
async function* from(start: number, text: AsyncIterable<string>): AsyncGenerator<string> {
  let left = start;
  for await (const chunk of text) {
    yield chunk.slice(left);
    left = 0;
  }
}
