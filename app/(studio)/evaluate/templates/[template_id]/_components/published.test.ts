import { expect, test } from "vitest";
import { holds, valueText } from "./published";

test.each([
  [14.8826, 14.882589, 0.00005, true, "14.8826"],
  [0.504567, 0.5045666, 0.0000005, true, "0.504567"],
  [0.5, 0.56, 0.05, false, "0.6"],
  [40, 40, 0.0000005, true, "40"],
  [1, 1, 0, true, "1"],
])("published %d against our %d, tolerance %d: reproduced: %s", (expected, actual, tolerance, isMet, text) => {
  expect(holds({ expected, actual, tolerance })).toBe(isMet);
  expect(valueText({ expected, actual, tolerance }, actual)).toBe(text);
});
