import { parse } from "csv-parse/sync";
import { expect, test } from "vitest";
import { csvCell, csvLine } from "./csv";

test.each<[unknown, string]>([
  ["plain", "plain"],
  [null, ""],
  [undefined, ""],
  [7.5, "7.5"],
  [true, "true"],
  [["A", "B"], '"[""A"",""B""]"'],
  ['say "hi"', '"say ""hi"""'],
  ["a,b", '"a,b"'],
  ["two\nlines", '"two\nlines"'],
  ["=1+1", "'=1+1"],
  ["+49 30 1234", "'+49 30 1234"],
  ["@SUM(A1)", "'@SUM(A1)"],
  ['=HYPERLINK("x","y")', `"'=HYPERLINK(""x"",""y"")"`],
  ["\tcmd", '"\'\tcmd"'],
  ["\n=1+1", '"\'\n=1+1"'],
  ["＝1+1", "'＝1+1"],
  ["＋1", "'＋1"],
  ["－1", "'－1"],
  ["＠SUM(A1)", "'＠SUM(A1)"],
  ["x;=1+1", '"x;=1+1"'],
  ["x\t=1+1", '"x\t=1+1"'],
  [-3.5, "-3.5"],
  ["-3.5", "-3.5"],
  ["-3.5+1", "'-3.5+1"],
])("%j becomes %s", (value, cell) => {
  expect(csvCell(value)).toBe(cell);
});

test("an empty text differs from a missing value", () => {
  expect(csvLine(["", null, "a"], '""')).toBe('"",,a\r\n');
});

test("a reader gets the same cells back", () => {
  const cells = ["a,b", 'quote " inside', "line\r\nbreak", "", "ünïcode 🌊"];
  expect(parse(csvLine(cells))).toEqual([cells]);
});
