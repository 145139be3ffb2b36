import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { previewFile } from "./preview-file";

const long = "x".repeat(300_000);

const workbook = async (name: string) =>
  new Blob([await readFile(join(import.meta.dirname, "../../../../../lib/datasets/files/testing", name))]);

test("the preview of a workbook passes over a hidden sheet, and has times of day and durations", async () => {
  expect(await previewFile(await workbook("times.xlsx"))).toEqual({
    columns: ["time", "duration", "day", "moment"],
    rows: [
      ["13:45:59", "30:05:00", "1900-01-01", "2023-03-15T12:00:00"],
      ["00:00:00", "24:00:00", "2023-03-15", "1900-01-02T06:00:00"],
      ["12:00:00", "2412:00:00", "1900-03-01", "12:30"],
    ],
  });
  expect(await previewFile(await workbook("times-1904.xlsx"))).toHaveProperty("rows", [
    ["06:00:00", "1904-01-01"],
    ["30:00:00", "1904-01-02T06:00:00"],
  ]);
});

test("a workbook over 2 MB is not read in the browser's own thread, and the screen can say so", async () => {
  const known = await workbook("answers.xlsx");
  expect(await previewFile(new Blob([known, new Uint8Array(2_000_000)]))).toBe("large");
  expect(await previewFile(new Blob(["q\n1\n".repeat(500_000)]))).not.toBe("large");
});

test("a workbook is previewed by its first sheet, without empty rows", async () => {
  expect(await previewFile(await workbook("answers.xlsx"))).toEqual({
    columns: ["question", "answer", "score", "asked", "ok", "note"],
    rows: [
      ["Where is my order?", "It ships on Monday.", "0.75", "2026-03-01", "true", ""],
      ["Wie lange dauert die Rückgabe? 😀", "14 Tage\nab Erhalt", "12", "2026-03-01T14:30:05", "false", ""],
      ["Kosten", "00123", "1e+21", "", "", '"quoted"'],
    ],
  });
});

test.each<[string, string, Awaited<ReturnType<typeof previewFile>>]>([
  [
    "CSV",
    'q,a\n"one, two",3\n4,"5\n6"',
    {
      columns: ["q", "a"],
      rows: [
        ["one, two", "3"],
        ["4", "5\n6"],
      ],
    },
  ],
  ["CSV whose first line names the delimiter", "sep=;\nq;a\n1;2", { columns: ["q", "a"], rows: [["1", "2"]] }],
  ["CSV with semicolons", "q;a\n1;2", { columns: ["q", "a"], rows: [["1", "2"]] }],
  [
    "JSON Lines",
    '{"q":"one"}\n\n{"q":null,"a":[1]}\n',
    {
      columns: ["q", "a"],
      rows: [
        ["one", ""],
        ["", "[1]"],
      ],
    },
  ],
  ["a JSON array", '[{"q":true}]', { columns: ["q"], rows: [["true"]] }],
  ["only the first rows", `q\n${"1\n".repeat(50)}`, { columns: ["q"], rows: Array.from({ length: 5 }, () => ["1"]) }],
  ["a line that the sample cuts off", `{"q":1}\n{"q":"${long}"}`, { columns: ["q"], rows: [["1"]] }],
  ["a JSON array too long to look into", `[{"q":"${long}"}]`, null],
  ["broken JSON", '{"q":', null],
  ["an empty file", "", null],
])("%s", async (_, text, preview) => {
  expect(await previewFile(new Blob([text]))).toEqual(preview);
});
