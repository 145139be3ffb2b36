// The workbook was written by another program, openpyxl: text, numbers, dates, a formula whose result is empty, an empty
// row, a formatted empty cell, and a second sheet.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Worker } from "node:worker_threads";
import { expect, test, vi } from "vitest";
import { Failure } from "@/lib/errors";
import { ImportedColumns } from "./imported-columns";
import { readRows } from "./read-rows";
import { readWorkbook } from "./read-workbook";

const bytesOf = (name: string) => new Uint8Array(readFileSync(join(import.meta.dirname, "testing", name)));
const bytes = bytesOf("answers.xlsx");
const fileOf = (content: Uint8Array<ArrayBuffer>, name = "answers.xlsx") => new File([content], name);

type Read = typeof readRows;

async function rowsOf(file: File, read: Read = readRows) {
  const columns = new ImportedColumns();
  const rows = [];
  for await (const row of read(file, columns)) rows.push(row);
  const list = columns.list();
  return {
    columns: list.map(({ name, dataType }) => [name, dataType]),
    rows: rows.map(({ line, cells }) => [line, ...list.map(({ id }) => cells[id] ?? null)]),
  };
}

const problemOf = (file: File, read?: Read): Promise<unknown> =>
  rowsOf(file, read).then(
    () => null,
    (error: unknown) => (error instanceof Failure ? error.message : error),
  );

test("the first sheet becomes rows, with the types of its values", async () => {
  expect(await rowsOf(fileOf(bytes))).toEqual({
    columns: [
      ["question", "text"],
      ["answer", "text"],
      ["score", "float"],
      ["asked", "datetime"],
      ["ok", "boolean"],
      ["note", "text"],
    ],
    rows: [
      [2, "Where is my order?", "It ships on Monday.", "0.75", "2026-03-01", "true", null],
      [4, "Wie lange dauert die Rückgabe? 😀", "14 Tage\nab Erhalt", "12", "2026-03-01T14:30:05", "false", null],
      [5, "Kosten", "00123", "1e+21", null, null, '"quoted"'],
    ],
  });
});

test("times of day and durations are no dates of the workbook's first days, and a hidden sheet is passed over", async () => {
  expect(await rowsOf(fileOf(bytesOf("times.xlsx")))).toEqual({
    columns: [
      ["time", "text"],
      ["duration", "text"],
      ["day", "datetime"],
      ["moment", "text"],
    ],
    rows: [
      [2, "13:45:59", "30:05:00", "1900-01-01", "2023-03-15T12:00:00"],
      [3, "00:00:00", "24:00:00", "2023-03-15", "1900-01-02T06:00:00"],
      [4, "12:00:00", "2412:00:00", "1900-03-01", "12:30"],
    ],
  });
});

test("parts that are not compressed are read like others", async () => {
  expect(await rowsOf(fileOf(bytesOf("stored.xlsx")))).toEqual(await rowsOf(fileOf(bytesOf("times.xlsx"))));
});

test("parts whose elements have a namespace prefix are read like others", async () => {
  expect(await rowsOf(fileOf(bytesOf("prefixed-times.xlsx")))).toEqual(await rowsOf(fileOf(bytesOf("times.xlsx"))));
  expect(await problemOf(fileOf(bytesOf("prefixed-formula.xlsx")))).toBe(
    await problemOf(fileOf(bytesOf("formula.xlsx"))),
  );
});

test("a date of which only the time is shown keeps its day", async () => {
  const { rows } = await rowsOf(fileOf(bytesOf("shown-times.xlsx")));
  expect(rows[0]?.at(-1)).toBe("2023-03-15T12:00:00");
});

// A pattern that looked at all of them again for each would take minutes.
test("a million cells without an end are looked at once", async () => {
  expect((await rowsOf(fileOf(bytesOf("endless-cells.xlsx")))).rows).toHaveLength(3);
});

test("a workbook that counts from 1904", async () => {
  expect((await rowsOf(fileOf(bytesOf("times-1904.xlsx")))).rows).toEqual([
    [2, "06:00:00", "1904-01-01"],
    [3, "30:00:00", "1904-01-02T06:00:00"],
  ]);
});

test("a formula without a stored result is refused by its cell", async () => {
  expect(await problemOf(fileOf(bytesOf("formula.xlsx")))).toBe(
    "file: The formula in cell F4 has no stored result. Open the workbook in a spreadsheet program, save it, and import it again.",
  );
});

test("the first bytes show a workbook, whatever its name is", async () => {
  expect((await rowsOf(fileOf(bytes, "answers.csv"))).rows).toHaveLength(3);
});

test.each<[string, Uint8Array<ArrayBuffer>, string]>([
  ["an archive without sheets", new Uint8Array([0x50, 0x4b, 3, 4, ...new Array<number>(60).fill(0)]), "unreadable"],
  ["a file that is cut off", bytes.subarray(0, 3000), "unreadable"],
  ["an old workbook", new Uint8Array([0xd0, 0xcf, 0x11, 0xe0, 0, 0]), "old"],
])("%s is refused by name", async (_, content, problem) => {
  expect(await problemOf(fileOf(new Uint8Array(content)))).toBe(
    problem === "old"
      ? "file: Is an old Excel workbook (.xls), or has a password. Save it as .xlsx or CSV."
      : "file: Cannot be read as an Excel workbook. Save the sheet as CSV.",
  );
});

test("a workbook that is too large once it is unpacked is refused", async () => {
  const read: Read = (file, columns) => readWorkbook(file, columns, 1000);
  expect(await problemOf(fileOf(bytes), read)).toBe("file: Is too large once it is unpacked. Save the sheet as CSV.");
});

// Its first part begins with an invalid block, which the reader's own code, without a limit of size, would skip.
test("a workbook that only the reader's own code could unpack is refused", async () => {
  expect(await problemOf(fileOf(bytesOf("invalid-block.xlsx")))).toBe(
    "file: Cannot be read as an Excel workbook. Save the sheet as CSV.",
  );
});

test("cells that share a text count as often as they are written", async () => {
  const shared = bytesOf("shared.xlsx");
  expect((await rowsOf(fileOf(shared))).rows).toHaveLength(50);
  const read: Read = (file, columns) => readWorkbook(file, columns, 60_000);
  expect(await problemOf(fileOf(shared), read)).toBe("file: Is too large once it is unpacked. Save the sheet as CSV.");
});

test("two workbooks are read at once, a third is asked to retry, and threads are given back", async () => {
  const outcomes = await Promise.all([1, 2, 3].map(() => problemOf(fileOf(bytes))));
  expect(outcomes.toSorted()).toEqual(["Other workbooks are being read. Try again in a few seconds.", null, null]);
  expect(await problemOf(fileOf(bytes))).toBeNull();
});

test("a reader that stops early ends the thread", async () => {
  for (let round = 0; round < 3; round++) {
    for await (const row of readRows(fileOf(bytes), new ImportedColumns())) {
      expect(row.line).toBe(2);
      break;
    }
  }
});

test("a thread that fails after the reader has stopped does not end the server", async () => {
  const { terminate } = Worker.prototype;
  const ended = vi.spyOn(Worker.prototype, "terminate").mockImplementation(function (this: Worker) {
    this.emit("error", new Error("Worker terminated due to reaching memory limit"));
    return terminate.call(this);
  });
  for await (const row of readRows(fileOf(bytes), new ImportedColumns())) {
    expect(row.line).toBe(2);
    break;
  }
  expect(ended).toHaveBeenCalledOnce();
  ended.mockRestore();
});
