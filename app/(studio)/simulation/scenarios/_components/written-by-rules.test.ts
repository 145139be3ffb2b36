import { expect, test } from "vitest";
import { isWrittenByRules } from "./written-by-rules";

test.each([
  [[["deterministic"]], true],
  [[[], ["deterministic"]], true],
  [[["deterministic", "acme/writer"]], false],
  [[["acme/writer"], ["deterministic"]], false],
  [[[]], false],
  [[], false],
])("a scenario whose requests were written by %j is written by rules alone: %s", (writers, isByRules) => {
  expect(isWrittenByRules(writers.map((own) => ({ writers: own })))).toBe(isByRules);
});
