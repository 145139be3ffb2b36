import { expect, test } from "vitest";
import { percentText } from "./percent-text";

test.each([
  [0.125, [], "12.5 %"],
  [0.99996, [], "100 %"],
  [0.99996, [1], "99.996 %"],
  [1, [0.99996], "100 %"],
  [0.8997, [0.9], "89.97 %"],
  [0.9, [0.9], "90 %"],
  [0.8999, [0.8996], "89.99 %"],
  [0.8996, [0.8999], "89.96 %"],
  [0.9 - 1e-15, [0.9], "90 %"],
])("%d beside %j is %s", (share, beside, text) => {
  expect(percentText(share, beside)).toBe(text);
});
