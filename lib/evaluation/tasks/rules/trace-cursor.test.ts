import { expect, test } from "vitest";
import { traceCursorOf, traceCursorText } from "./trace-cursor";

test.each([
  ["the beginning", null],
  ["a trace", { startedAt: "2026-03-01 10:00:00.123456+00", id: "0b0e8400-e29b-41d4-a716-446655440000" }],
])("the text of %s can be read back, and sorts after every span id", (_, cursor) => {
  const text = traceCursorText(cursor);
  expect(traceCursorOf(text)).toEqual(cursor);
  expect(text > "f".repeat(16)).toBe(true);
});
