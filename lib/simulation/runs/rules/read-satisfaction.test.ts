import { expect, test } from "vitest";
import { readSatisfaction } from "./read-satisfaction";

test.each([
  ["a whole number", '{"score": 8}', 8],
  ["a number as text", '{"score": "8"}', 8],
  ["prose around the object", 'Sure: {"score": 10}. Bye.', 10],
  ["a fraction", '{"score": 8.5}', null],
  ["a number above the scale", '{"score": 11}', null],
  ["a number below the scale", '{"score": 0}', null],
  ["a longer number", '{"score": 1e1}', 10],
  ["two ratings", '{"score": 1} or {"score": 9}', null],
  ["an empty text as score", '{"score": ""}', null],
  ["no object", "8", null],
] as const)("%s", (_, text, score) => {
  const read = readSatisfaction(text);
  expect("score" in read ? read.score : null).toBe(score);
});
