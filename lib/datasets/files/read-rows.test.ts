import { describe, expect, test } from "vitest";
import { csvLine } from "@/lib/csv";
import { Failure } from "@/lib/errors";
import { ImportedColumns } from "./imported-columns";
import { readRows } from "./read-rows";

interface ParsedFile {
  columns: [string, string][];
  rows: Record<string, string>[];
}

/** A file's content under the names of its columns; the message when it is refused. */
async function read(content: BlobPart | BlobPart[], name: string): Promise<ParsedFile | string> {
  const columns = new ImportedColumns();
  const stored: Record<string, string>[] = [];
  try {
    for await (const { cells } of readRows(new File([content].flat(), name), columns)) stored.push(cells);
  } catch (error) {
    if (error instanceof Failure) return error.message;
    throw error;
  }
  const list = columns.list();
  const named = (cells: Record<string, string>) =>
    Object.fromEntries(list.flatMap(({ id, name }) => (id in cells ? [[name, cells[id] ?? ""]] : [])));
  return { columns: list.map(({ name, dataType }) => [name, dataType]), rows: stored.map(named) };
}

const rowsOf = async (content: BlobPart | BlobPart[], name: string) => {
  const result = await read(content, name);
  return typeof result === "string" ? result : result.rows;
};
const pair = [{ a: "1", b: "2" }];

describe("CSV", () => {
  test.each<[string, BlobPart, unknown]>([
    ["plain", "a,b\n1,2\n", pair],
    ["no line break at the end", "a,b\n1,2", pair],
    ["CRLF", "a,b\r\n1,2\r\n", pair],
    ["CR alone", "a,b\r1,2\r", pair],
    ["a line that names the delimiter", "sep=;\r\na;b\r\n1;2\r\n", pair],
    ["a byte order mark", "\uFEFFa,b\n1,2\n", pair],
    ["a byte order mark before a quote", '\uFEFF"a",b\n1,2\n', pair],
    ["semicolons", "a;b\n1;2\n", pair],
    ["tabs", "a\tb\n1\t2\n", pair],
    ["blank lines", "\na,b\n\n1,2\n\n", pair],
    ["a quoted line break", 'a,b\n"x\ny",2\n', [{ a: "x\ny", b: "2" }]],
    ["a quoted CRLF", 'a,b\r\n"x\r\ny",2\r\n', [{ a: "x\r\ny", b: "2" }]],
    ["an empty text in quotes, and a field with nothing", 'a,b\n"",\n,""\n', [{ a: "" }, { b: "" }]],
    ["both beside quotes in a quoted value", 'a,b,c\n"say ""hi""",,""\n', [{ a: 'say "hi"', c: "" }]],
    ["quotes alone, and a blank line between rows of one column", 'a\n""\n\nx\n', [{ a: "" }, {}, { a: "x" }]],
    ["blank lines around the rows of one column", "\n\na\n\n\nx\n\n\n", [{}, {}, { a: "x" }]],
    ["blank lines with CRLF in one column", "a\r\nx\r\n\r\ny\r\n", [{ a: "x" }, {}, { a: "y" }]],
    ["quoted quotes and delimiters", 'a,b\n"say ""hi"", you",2\n', [{ a: 'say "hi", you', b: "2" }]],
    ["spaces kept in values, not in names", " a , b\n 1 ,2\n", [{ a: " 1 ", b: "2" }]],
    ["empty cells", "a,b\n,2\n1,\n,\n", [{ b: "2" }, { a: "1" }, {}]],
    ["more than Latin", "a,b\nžluť,🦔\n", [{ a: "žluť", b: "🦔" }]],
    [
      "commas in the values of one column",
      "a;b\n1,5;2,5\n1;3\n",
      [
        { a: "1,5", b: "2,5" },
        { a: "1", b: "3" },
      ],
    ],
    ["a header only", "a,b\n", []],
  ])("%s", async (_, content, expected) => {
    expect(await rowsOf(content, "x.csv")).toEqual(expected);
  });

  test("the cells of a download come back as they are", async () => {
    const cells = ["x;=1+1", "x\t=1+1", ";", "a;b\tc,d", 'say "hi"; bye', "\u3000＝", "-3.5", "line\nbreak;", "ü;🦔"];
    const names = cells.map((_, index) => `c${index}`);
    const text = csvLine(names) + csvLine(cells) + csvLine(cells.toReversed());
    const rowOf = (values: string[]) => Object.fromEntries(values.map((value, index) => [names[index], value]));
    expect(await rowsOf(text, "x.csv")).toEqual([rowOf(cells), rowOf(cells.toReversed())]);
    expect(await rowsOf(csvLine(["a"]) + csvLine(["x;=1+1"]), "x.csv")).toEqual([{ a: "x;=1+1" }]);
  });

  test.each([
    ["too few values", "a,b\n1,2\n3\n", "file: Line 3: 1 value where the header names 2 columns."],
    ["a delimiter in a single column", "a\n1,2\n", "file: Line 2: 2 values where the header names 1 column."],
    ["too many values", "a,b\n1,2,3\n", "file: Line 2: 3 values where the header names 2 columns."],
    ["lines are counted within quotes", 'a,b\r\n"x\r\n\r\ny",2\r\n\r\n3\r\n', /^file: Line 6: /],
    ["a quote that does not end", 'a,b\n1,2\n"3,4\n5,6\n', /^file: Line 3: a quoted value begins/],
    ["text after a quote", 'a,b\n1,2\n"3"x,4\n', /^file: Line 3: text follows a closing quote/],
    ["a quote within a value", 'a,b\n5" pipe,4\n', /^file: Line 2: a quote stands inside/],
    ["two columns of one name", "a,b,a\n1,2,3\n", 'file: Line 1: two columns are named "a".'],
    ["names that differ in case", "id,Id\n1,2\n", 'file: Line 1: the columns "id" and "Id" differ only in case.'],
    ["a name that is too long", `${"n".repeat(256)},b\n1,2\n`, /longer than 255/],
    ["too many columns", `${Array.from({ length: 501 }, (_, index) => `c${index}`)}\n`, /more than 500 columns/],
    ["NUL", "a,b\n1,2\n3,\0\n", /^file: Line 3: a value has characters/],
    ["a value of nine million", `a,b\n1,2\n"${"x".repeat(9_000_000)}",2\n`, /^file: Line 3: the row is longer/],
    ["an unclosed value of nine million", `a,b\n1,2\n"${"x".repeat(9_000_000)}`, /^file: Line 3: the row is longer/],
    ["a value that is too long", `a,b\n1,2\n"${"x\n".repeat(600_000)}",2\n`, /^file: Line 3: the row is longer/],
    ["nothing", "", "file: Is empty."],
    ["blanks", " \n\n", "file: Is empty."],
  ])("%s is refused", async (_, content, expected) => {
    expect(await read(content, "x.csv")).toMatch(expected);
  });

  test("bytes that are not UTF-8 are refused", async () => {
    expect(await read(Uint8Array.of(0x61, 0x0a, 0xff, 0xfe), "x.csv")).toMatch(/not UTF-8/);
    expect(await read(Uint8Array.of(0x61, 0x0a, 0xe2, 0x82), "x.csv")).toMatch(/not UTF-8/);
  });

  test("unnamed columns are named by position, or left out if they are empty", async () => {
    expect(await read(",Column 1,b,\n1,2,3,\n", "x.csv")).toEqual({
      columns: [
        ["Column 2", "integer"],
        ["Column 1", "integer"],
        ["b", "integer"],
      ],
      rows: [{ "Column 2": "1", "Column 1": "2", b: "3" }],
    });
  });

  test("a .tsv file is split at tabs, whatever its header contains", async () => {
    expect(await rowsOf("a,x\tb\n1\t2\n", "x.tsv")).toEqual([{ "a,x": "1", b: "2" }]);
  });

  test("the result does not depend on how the bytes are split", async () => {
    const text = '\uFEFFa;b\r\n"ž\r\n""q"" 🦔";2\r\n3;\r\n';
    const bytes = new TextEncoder().encode(text);
    const single = await read(
      [...bytes].map((byte) => Uint8Array.of(byte)),
      "x.csv",
    );
    expect(single).toEqual(await read(text, "x.csv"));
    expect(single).toMatchObject({ rows: [{ a: 'ž\r\n"q" 🦔', b: "2" }, { a: "3" }] });
  });
});

describe("JSON", () => {
  const both: [string, (records: string[]) => string, string][] = [
    ["lines", (records) => records.join("\n"), "x.jsonl"],
    ["an array", (records) => `[${records.join(",\n")}]\n`, "x.json"],
  ];
  describe.each(both)("as %s", (_, join, name) => {
    test.each<[string, string[], unknown]>([
      ["plain values", ['{"a":"x","b":1.5}', '{"a":null,"b":true}'], [{ a: "x", b: "1.5" }, { b: "true" }]],
      ["an empty text", ['{"a":"","b":1}', '{"a":null,"b":2}'], [{ a: "", b: "1" }, { b: "2" }]],
      ["columns that come later", ['{"a":1}', '{"b":2}'], [{ a: "1" }, { b: "2" }]],
      ["nested values", ['{"a":{"k":["]},",1]},"b":[]}'], [{ a: '{"k":["]},",1]}', b: "[]" }]],
      ["escapes", ['{"a":"\\"}\\\\","b":"\\u00e9\\n"}'], [{ a: '"}\\', b: "é\n" }]],
      ["a long run of escapes", [`{"a":"${"\\\\".repeat(3001)}"}`], [{ a: "\\".repeat(3001) }]],
      [
        "long ids",
        ['{"a":12345678901234567890,"b":{"id":[-98765432109876543210]}}'],
        [{ a: "12345678901234567890", b: '{"id":["-98765432109876543210"]}' }],
      ],
      ["digits in texts", ['{"a":"x 12345678901234567890","b":1e3}'], [{ a: "x 12345678901234567890", b: "1000" }]],
      [
        "digits that a double would round",
        ['{"a":0.12345678901234567890,"b":1234567890.1234567}', '{"a":{"n":[-0.12345678901234567890]}}'],
        [{ a: "0.12345678901234567890", b: "1234567890.1234567" }, { a: '{"n":["-0.12345678901234567890"]}' }],
      ],
      [
        "numbers that a double loses",
        ['{"a":1e-400,"b":-2.5E-999}', '{"a":1e400,"b":0e999}'],
        [
          { a: "1e-400", b: "-2.5E-999" },
          { a: "1e400", b: "0" },
        ],
      ],
      [
        "long numbers that a double keeps",
        ['{"a":0.30000000000000004,"b":-0.50000000000000000000}', '{"a":1e-300,"b":1.50e+100}'],
        [
          { a: "0.30000000000000004", b: "-0.5" },
          { a: "1e-300", b: "1.5e+100" },
        ],
      ],
      ["an empty object", ["{}", '{"a":1}'], [{}, { a: "1" }]],
    ])("%s", async (_, records, expected) => {
      expect(await rowsOf(join(records), name)).toEqual(expected);
      const bytes = [...new TextEncoder().encode(join(records))].map((byte) => Uint8Array.of(byte));
      expect(await rowsOf(bytes, name)).toEqual(expected);
    });

    test.each([
      [
        "a broken record",
        ['{"a":1}', '{"a":', '{"a":3}'],
        /^file: Line 2: (this is not a valid JSON object|what begins here is not closed)/,
      ],
      ["a record that is not an object", ['{"a":1}', "[1]"], /^file: Line 2: this is not/],
      ["text that cannot be stored", ['{"a":1}', '{"a":"\\u0000"}'], /^file: Line 2: a value has characters/],
      ["nesting without end", [`{"a":${"[".repeat(400_000)}${"]".repeat(400_000)}}`], /^file: Line 1: this is not/],
      ["half a surrogate pair", ['{"a":"\\ud800"}'], /^file: Line 1: a value has characters/],
      ["keys that differ in case", ['{"a":1}', '{"A":1}'], /^file: Line 2: the columns "a" and "A" differ/],
      ["a record that is too long", [`{"a":"${"x".repeat(1_000_001)}"}`], /^file: Line 1: the record is longer/],
    ])("%s is refused", async (_, records, expected) => {
      expect(await read(join(records), name)).toMatch(expected);
    });
  });

  test.each<[string, string, unknown]>([
    ["an indented array", '\n[\n  {\n    "a": 1\n  },\n\n  {"a": 2}\n]\n', [{ a: "1" }, { a: "2" }]],
    ["an empty array", " [ ] ", []],
    ["lines with CRLF and blanks", '{"a":1}\r\n\r\n{"a":2}\r\n', [{ a: "1" }, { a: "2" }]],
    ["a trailing comma", '[{"a":1},]', "file: Line 1: this is not a valid JSON object."],
    ["a missing entry", '[{"a":1},\n\n,{"a":2}]', "file: Line 3: this is not a valid JSON object."],
    [
      "an array that does not end",
      '[{"a":1},\n{"a":2}',
      "file: Line 2: what begins here is not closed before the file ends.",
    ],
    ["text after the array", '[{"a":1}]\n {"a":2}', "file: Line 2: text follows the end of the array."],
    ["a broken entry deep in the file", '[\n{"a":1},\n{"a" 2}\n]', "file: Line 3: this is not a valid JSON object."],
    ["a broken first entry", '[{"a" 2}]', "file: Line 1: this is not a valid JSON object."],
    ["brackets that do not match", '[{"a":1]}', /^file: Line 1/],
  ])("%s", async (_, content, expected) => {
    const result = await rowsOf(content, "x.json");
    if (expected instanceof RegExp) expect(result).toMatch(expected);
    else expect(result).toEqual(expected);
  });

  test.each([
    ["x.txt", '[{"a":1}]'],
    ["export", '{"a":1}'],
    ["x.jsonl", '[{"a":1}]'],
    ["x.txt", "a\n1\n"],
  ])("the beginning of %s determines its format", async (name, content) => {
    expect(await rowsOf(content, name)).toEqual([{ a: "1" }]);
  });
  test.each([
    ["an object on several lines", '\n{\n  "a": 1\n}\n', "x.json", 2],
    ["a first line that does not end", '{"a":1,\n"b":2}', "x.jsonl", 1],
  ])("%s is refused with a hint about valid files", async (_, content, name, line) => {
    expect(await read(content, name)).toBe(
      `file: Line ${line}: this is not a valid JSON object. Write one object on each line, or an array of objects.`,
    );
  });

  test("small numbers that a double loses do not make a column of integers", async () => {
    expect(await read('{"a":1e-400}', "x.json")).toMatchObject({ columns: [["a", "float"]] });
  });

  test("a .json file that is not JSON is refused as invalid JSON", async () => {
    expect(await read("a,b\n1,2", "x.json")).toBe("file: Line 1: this is not a valid JSON object.");
  });
});

test("column types depend on all values of the column", async () => {
  const result = await read("n,mixed,when,list,late\n1,2,2026-01-02,[1],\n2,x,2026-01-02T10:00:00Z,[],7.5\n", "x.csv");
  expect(result).toMatchObject({
    columns: [
      ["n", "integer"],
      ["mixed", "text"],
      ["when", "datetime"],
      ["list", "array"],
      ["late", "float"],
    ],
  });
});
