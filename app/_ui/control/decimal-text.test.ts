import { expect, test } from "vitest";
import { decimalText, isPastedHere, type Typed, typedText } from "./decimal-text";

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

/** Types a text key by key, as the field does. */
function typing(keys: string, point: string): string | null {
  let typed: Typed = { text: "", hasComma: false };
  for (const key of keys) {
    const next = typedText(typed.text + key, typed, point);
    if (next !== null) typed = next;
  }
  return typed.text;
}

test.each([
  ["decimals after a comma", "1,5", ".", "1.5"],
  ["two decimals after a comma", "12,25", ".", "12.25"],
  ["thousands", "1,500", ".", "1500"],
  ["millions", "1,234,567", ".", "1234567"],
  ["thousands with decimals", "1,234.5", ".", "1234.5"],
  ["thousands below zero", "-12,000", ".", "-12000"],
  ["a second comma after two digits", "3,14,", ".", "3.14"],
  ["three decimals after a point", "1.500", ".", "1.500"],
  ["three decimals after a zero", "0,125", ".", "0.125"],
  ["a comma after a point", "1.5,2", ".", "1.52"],
  ["a second comma after one digit", "1,5,2", ".", "1.52"],
  ["a German comma", "1,500", ",", "1,500"],
  ["a point in a German browser", "2.125", ",", "2,125"],
])("%s typed key by key: %s with %s", (_, keys, point, text) => {
  expect(typing(keys, point)).toBe(text);
});

test.each([
  ["1,500", true],
  [" −12.5 ", true],
  ["1’234.5", true],
  ["12,000 ms", true],
  ["1 500 ms", true],
  ["12.5 ms", false],
  ["1e-5", false],
])("a pasted %s is read as if it was typed: %s", (text, isTyped) => {
  expect(isPastedHere(text)).toBe(isTyped);
});

test("apostrophes between digits go", () => {
  expect(decimalText("1’234'567.5", ".")).toBe("1234567.5");
});

test.each([
  ["what replaces it has a point", "1.5", "2.125", "2.125"],
  ["its point was typed again", "1", "1.", "1."],
  ["a digit is put before it", "1.50", "11.50", "11.50"],
])("a comma is forgotten if %s", (_, before, typed, text) => {
  expect(typedText(typed, { text: before, hasComma: true }, ".")).toEqual({ text, hasComma: false });
});
