import { expect, test } from "vitest";
import { beginningOf, formOf, PLAIN_FORM, recordIn } from "./file-form";

const lf = { ...PLAIN_FORM, lineEnd: "\n" };

test.each<[what: string, text: string, delimiter: string, form: object]>([
  ["lines that end like RFC 4180", "a,b\r\n1,2\r\n", ",", PLAIN_FORM],
  ["line feeds", "a,b\n1,2\n", ",", lf],
  ["no end of the last line", "a,b\n1,2", ",", { ...lf, endsLastLine: false }],
  ["one line", "a,b", ",", { ...lf, endsLastLine: false }],
  ["a line break in a value before the first end", '"a\r\nb",c\n1,2\n', ",", lf],
  ["another delimiter and a mark", "\uFEFFa;b\r\n1;2\r\n", ";", { ...PLAIN_FORM, delimiter: ";", bom: true }],
  ["quotes around all", '"a","b"\n"1",""\n', ",", { ...lf, quotes: "all" }],
  ["quotes around all, with quotes inside", '"a","b"\n"say ""x""","2"\n', ",", { ...lf, quotes: "all" }],
  ["quotes around texts only", '"a","b"\n1,"2"\n', ",", lf],
])("%s", (_, text, delimiter, form) => {
  const bom = text.startsWith("\uFEFF");
  expect(formOf(bom ? text.slice(1) : text, { bom, last: text.slice(-1) }, delimiter)).toEqual(form);
});

test.each<[what: string, cells: (string | null)[], form: Partial<typeof PLAIN_FORM>, record: string]>([
  ["plain", ["a", "1"], {}, "a,1"],
  ["missing and empty", [null, ""], {}, ',""'],
  ["quotes where they are needed", ["a,b", 'say "x"', "two\nlines"], {}, '"a,b","say ""x""","two\nlines"'],
  ["a formula as it is", ["=1+1", "-x"], {}, "=1+1,-x"],
  ["commas between semicolons", ["a,b", "c;d"], { delimiter: ";" }, 'a,b;"c;d"'],
  ["quotes around all", ["a", null], { quotes: "all" }, '"a",'],
])("a record: %s", (_, cells, form, record) => {
  expect(recordIn({ ...PLAIN_FORM, ...form }, cells)).toBe(record);
});

test("the byte order mark comes only before the first record", () => {
  expect([beginningOf(PLAIN_FORM), beginningOf({ ...PLAIN_FORM, bom: true })]).toEqual(["", "\uFEFF"]);
});
