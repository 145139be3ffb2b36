import { expect, test } from "vitest";
import { name } from "@/lib/contracts/shapes";
import { findByName, formsOf, includesText, isSameText } from "./normal-form";

const [composed, decomposed] = ["Qualität".normalize("NFC"), "Qualität".normalize("NFD")];

test.each([
  [composed, composed],
  [decomposed, composed],
  ["  한국어 ".normalize("NFD"), "한국어"],
  ["Tiếng Việt".normalize("NFD"), "Tiếng Việt".normalize("NFC")],
  ["plain", "plain"],
])("an entered name %j becomes %j", (entered, stored) => {
  expect(name.parse(entered)).toBe(stored);
});

test("a name's length counts as it is stored", () => {
  expect(name.safeParse("ä".repeat(255).normalize("NFD")).success).toBe(true);
  expect(name.safeParse("ä".repeat(256)).success).toBe(false);
});

test.each([
  [composed, decomposed, true],
  [decomposed, composed, true],
  [decomposed, "QUALITÄT".normalize("NFC"), true],
  [decomposed, "lität".normalize("NFC"), true],
  [composed, "Quantität", false],
])("%j has %j: %s", (text, part, expected) => {
  expect(includesText(text, part)).toBe(expected);
});

test("texts that look the same are the same, and case counts", () => {
  expect(isSameText(composed, decomposed)).toBe(true);
  expect(isSameText(composed, "qualität")).toBe(false);
  expect(formsOf(composed)).toEqual([composed, decomposed]);
  expect(formsOf("plain")).toEqual(["plain"]);
});

test("a name finds what looks the same, and exactly this form first", () => {
  const one = findByName([{ name: composed, id: 1 }]);
  expect([composed, decomposed, decomposed.toUpperCase(), "Qualitat"].map((name) => one(name)?.id)).toEqual([
    1,
    1,
    1,
    undefined,
  ]);
  const twins = findByName([
    { name: decomposed, id: 1 },
    { name: composed, id: 2 },
  ]);
  expect([twins(decomposed)?.id, twins(composed)?.id]).toEqual([1, 2]);
});
