import { expect, test } from "vitest";
import { decimalText } from "./decimal-text";

test.each([
  ["a point stays", "1.5", ".", "1.5"],
  ["a comma becomes the point of an English browser", "1,5", ".", "1.5"],
  ["a comma that has just been typed becomes the point", "12,", ".", "12."],
  ["a point becomes the comma of a German browser", "1.5", ",", "1,5"],
  ["three digits behind a point are decimals in any browser", "0.125", ",", "0,125"],
  ["no thousands begin with 0", "0,125", ".", "0.125"],
  ["a comma of an input method is read as a comma", "1，5", ".", "1.5"],
  ["a point of an input method is read as a point", "1．5", ".", "1.5"],
  ["an Arabic browser has a sign of its own", "1,5", "٫", "1٫5"],
  ["a sign stays", "-1,5", ".", "-1.5"],
  ["pasted thousands lose their comma", "12,000", ".", "12000"],
  ["pasted thousands with decimals lose their comma", "-1,234,567.25", ".", "-1234567.25"],
  ["pasted thousands lose their points where decimals have a comma", "1.234.567,5", ",", "1234567,5"],
  ["several points without decimals are thousands", "1.234.567", ",", "1234567"],
  ["spaces go", " 1 234,5\n", ",", "1234,5"],
  ["two points are refused", "1.5.2", ".", null],
  ["two commas are refused", "1,5,2", ".", null],
  ["a comma behind a point is refused", "1.5,2", ".", null],
  ["a whole number stays", "42", ".", "42"],
  ["nothing stays nothing", "", ".", ""],
])("%s: %j with %j", (_, text, point, read) => {
  expect(decimalText(text, point)).toBe(read);
});
