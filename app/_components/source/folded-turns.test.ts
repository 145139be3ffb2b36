import { expect, test } from "vitest";
import { foldedTurns } from "./folded-turns";

test.each([
  [0, 0],
  [10, 0],
  [13, 0],
  [14, 4],
  [60, 50],
])("of %i turns %i are folded", (turns, folded) => {
  expect(foldedTurns(turns)).toEqual({ first: 3, folded });
});
