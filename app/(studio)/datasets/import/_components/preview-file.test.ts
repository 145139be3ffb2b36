import { expect, test } from "vitest";
import { previewFile } from "./preview-file";

const long = "x".repeat(300_000);

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
