import { expect, test } from "vitest";
import { textOfSheet, workbookForm } from "./workbook";

test.each<[string, number[], ReturnType<typeof workbookForm>]>([
  ["a ZIP archive", [0x50, 0x4b, 3, 4, 20], "xlsx"],
  ["an old workbook", [0xd0, 0xcf, 0x11, 0xe0], "xls"],
  ["text", [0x50, 0x4b, 44, 13], null],
  ["nothing", [], null],
])("%s", (_, bytes, form) => expect(workbookForm(new Uint8Array(bytes))).toBe(form));

test.each<[Parameters<typeof textOfSheet>[0], string | null]>([
  [null, null],
  [undefined, null],
  ["", null],
  [" a ", " a "],
  [0, "0"],
  [0.75, "0.75"],
  [true, "true"],
  [new Date("2026-03-01T00:00:00Z"), "2026-03-01"],
  [new Date("2026-03-01T14:30:05.400Z"), "2026-03-01T14:30:05"],
  [new Date(Number.NaN), null],
])("a cell of %s", (value, text) => expect(textOfSheet(value)).toBe(text));
