import { expect, test } from "vitest";
import { storedUse } from "./suggestion-use";

const stars = { name: "Stars", type: "star", settings: { no_of_stars: 5 } } as const;
const text = { name: "Why", type: "text", settings: {} } as const;

test.each([
  [{ rating: 4 }, { shown: "before" }, { firstSame: null, same: true }],
  [{ rating: 3 }, { shown: "before", first: { rating: 4 } }, { firstSame: null, same: false }],
  [{ rating: 4 }, { shown: "after", first: { rating: 2 } }, { firstSame: false, same: true }],
  [{ rating: 4 }, { shown: "after", first: 4 }, { firstSame: true, same: true }],
  [{ rating: 4 }, { shown: "after" }, { firstSame: null, same: true }],
  [{ rating: 4 }, { shown: "after", first: "many" }, { firstSame: null, same: true }],
] as const)("the answer %j is stored with the suggestion use %j", (answer, use, stored) => {
  expect(storedUse(stars, answer, { rating: 4 }, use)).toEqual({ value: { rating: 4 }, shown: use.shown, ...stored });
});

test("texts are the same only if every character is equal", () => {
  expect(storedUse(text, { text: "Yes." }, { text: "Yes" }, { shown: "before" })?.same).toBe(false);
  expect(storedUse(text, { text: "Yes" }, { text: "Yes" }, { shown: "before" })?.same).toBe(true);
});

test("nothing is stored without a suggestion, or if the annotator has not seen it", () => {
  expect(storedUse(stars, { rating: 4 }, null, { shown: "after" })).toBeNull();
  expect(storedUse(stars, { rating: 4 }, { rating: 4 }, null)).toBeNull();
});
