import { expect, test } from "vitest";
import { decimalText, digitsOf, isBegun, type Typed, typedText } from "./decimal-text";

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

const EMPTY: Typed = { text: "", hasComma: false };

/** Types a text key by key, as the field does. */
const typing = (keys: string, point: string): Typed =>
  [...keys].reduce((typed, key) => typedText(typed.text + key, typed, point), EMPTY);

test.each([
  ["decimals after a comma", "1,5", ".", "1.5"],
  ["two decimals after a comma", "12,25", ".", "12.25"],
  ["thousands", "1,500", ".", "1500"],
  ["millions", "1,234,567", ".", "1234567"],
  ["thousands with decimals", "1,234.5", ".", "1234.5"],
  ["thousands below zero", "-12,000", ".", "-12000"],
  ["three decimals after a point", "1.500", ".", "1.500"],
  ["three decimals after a zero", "0,125", ".", "0.125"],
  ["a German comma", "1,500", ",", "1,500"],
  ["a point in a German browser", "2.125", ",", "2,125"],
])("%s typed key by key: %s with %s", (_, keys, point, text) => {
  const typed = typing(keys, point);
  expect([typed.text, typed.number]).toEqual([text, undefined]);
});

test.each([
  ["a second comma", "3,14,", "3.14,", null],
  ["a comma after a point", "1.5,2", "1.5,2", null],
  ["a point after a comma", "1,5.2", "1.5.2", null],
  ["an exponent", "1e1", "1e1", 10],
  ["a negative exponent", "-1.5e-7", "-1.5e-7", -1.5e-7],
  ["an exponent below zero, with the sign of typographers", "1e−2", "1e−2", 0.01],
  ["an exponent without its number", "1e", "1e", null],
  ["an exponent beyond all digits", "1e-30", "1e-30", null],
  ["infinity", "1e999", "1e999", null],
  ["a fraction", "2½", "2½", null],
  ["a unit", "12 ms", "12ms", null],
  ["a range", "1-2", "1-2", null],
  ["two signs", "--5", "--5", null],
  ["a sign alone", "-", "-", null],
  ["a point alone", ".", ".", null],
  ["digits that the parser does not know", "१२", "१२", null],
  ["a word", "two", "two", null],
])("%s stays, and means what it says or nothing: %s", (_, keys, text, number) => {
  expect(typing(keys, ".")).toMatchObject({ text, number });
  // What is pasted means the same.
  expect(typedText(keys, EMPTY, ".").number).toBe(number);
});

test.each([
  ["a minus of typographers", "−12.5"],
  ["a dash", "–5"],
  ["Arabic digits", "١٢٫٥"],
  ["a minus as Arabic browsers write it", "\u061c-٥"],
  ["full-width digits", "１２"],
  ["Chinese digits", "五"],
  ["a point without digits before it", ".5"],
  ["a point without digits behind it", "5."],
])("%s is read by the field's parser", (_, text) => {
  expect(typedText(text, EMPTY, ".").number).toBeUndefined();
});

test("a text that may become a number is no mistake yet", () => {
  expect(["-", "−", ".", "-,", "", " "].map(isBegun)).toEqual([true, true, true, true, true, true]);
  expect(["--", "1", "-1", "e"].map(isBegun)).toEqual([false, false, false, false]);
});

test("a number in another form has all its digits, with the browser's point", () => {
  expect(digitsOf(1e-7, ",")).toBe("0,0000001");
  expect(digitsOf(1.5e12, ".")).toBe("1500000000000");
  expect(digitsOf(null, ".")).toBe("");
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
