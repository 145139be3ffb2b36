import { expect, test } from "vitest";
import { delimiterLine, findDelimiter } from "./delimiter";

test.each([
  ["a,b\n1,2\n3,4", ","],
  ["a;b\r\n1;2\r\n", ";"],
  ["a\tb\r1\t2\r", "\t"],
  ["a|b\n1|2\n", "|"],
  ["a|b,c|d\n1,2\n3,4\n", ","],
  ["a;b\n1,5;2,5\n3,5;4,5\n", ";"],
  ["a;b,c\n1;2\n3;4\n5;6\n", ";"],
  ['"a;b";c,d\n1;2\n3;4\n', ";"],
  ['a,"x\n;;;;\n",c\n1,2,3\n', ","],
  ["one column\nwhat, why; when\n", ","],
  ["a,b,c;d\n1,2\n", ","],
  ["header\n", ","],
])("%j has the delimiter %j", (text, delimiter) => {
  expect(findDelimiter(text)).toBe(delimiter);
});

test.each<[string, ReturnType<typeof delimiterLine>]>([
  ["sep=;\na;b", { delimiter: ";", length: 6 }],
  ["SEP=,\r\na,b", { delimiter: ",", length: 7 }],
  ["sep=\t\ra\tb", { delimiter: "\t", length: 6 }],
  ["sep=;", null],
  ["sep=ab\n1", null],
  ["a\nsep=;\n", null],
])("%j names its delimiter", (text, line) => expect(delimiterLine(text)).toEqual(line));

test.each([
  ["a quoted value of ten million characters", `a;b\n1;"${"x,".repeat(5_000_000)}"\n`],
  ["one that does not end", `a;b\n1;"${'""'.repeat(5_000_000)}`],
])("%s does not use up the stack", (_, text) => {
  expect(findDelimiter(text)).toBe(";");
});
