import { expect, test } from "vitest";
import { batches } from "./import";

async function* rows(number: number, text: string) {
  for (let line = 1; line <= number; line++) yield { line, cells: { column: text } };
}

test.each([
  [2500, "short", [1000, 1000, 500]],
  [1000, "short", [1000]],
  [0, "short", []],
  [10, "x".repeat(250_000), [4, 4, 2]],
])("%i rows are stored in batches of limited number and size", async (number, text, expected) => {
  const sizes: number[] = [];
  for await (const batch of batches(rows(number, text))) sizes.push(batch.length);
  expect(sizes).toEqual(expected);
});
