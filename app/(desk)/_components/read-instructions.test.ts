import { expect, test } from "vitest";
import { firstSight, openingOf, readReading, versionOf, writeReading } from "./read-instructions";

const seen = (text: string, pinned: boolean) => ({ version: versionOf(text), pinned });

test.each([
  ["a first visit", "Be kind.", null, { open: false, changed: false }],
  ["read and closed", "Be kind.", seen("Be kind.", false), { open: false, changed: false }],
  ["pinned", "Be kind.", seen("Be kind.", true), { open: true, changed: false }],
  ["changed since", "Be strict.", seen("Be kind.", false), { open: true, changed: true }],
  ["taken away", null, seen("Be kind.", true), { open: false, changed: false }],
  ["blank", "  ", seen("Be kind.", true), { open: false, changed: false }],
])("decides whether the instructions open: %s", (_, text, before, opening) => {
  expect(openingOf(text, before)).toEqual(opening);
});

test("reads back the state that it stored, and ignores anything else", () => {
  const reading = seen("Be kind.", true);
  expect(readReading(writeReading(reading))).toEqual(reading);
  for (const stored of [null, "", "open", "yes 1-2"]) expect(readReading(stored)).toBeNull();
});

test.each([
  ["instructions that were never opened", "Be kind.", "Be strict.", true],
  ["a queue that had none at first", null, "Be strict.", true],
  ["the same instructions", "Be kind.", "Be kind.", false],
])("after a first visit a new version opens by itself: %s", (_, first, later, changed) => {
  expect(openingOf(later, firstSight(first, null))).toEqual({ open: changed, changed });
});

test("what was remembered before stays", () => {
  expect(firstSight("Be strict.", seen("Be kind.", true))).toBeNull();
});
