import { expect, test } from "vitest";
import { fewerItems, itemsToTry } from "./part-items";

test.each([
  ["the first part", null, 2000],
  ["small items", { items: 2000, bytes: 500 }, 2000],
  ["items of a tenth of a part", { items: 5, bytes: 500 }, 7],
  ["items of more than a part", { items: 1, bytes: 90_000 }, 1],
  ["few small items after a huge one", { items: 1, bytes: 1 }, 750],
  ["a part without bytes", { items: 3, bytes: 0 }, 2000],
])("a part tries as many items as are likely to fit: %s", (_, previous, items) => {
  expect(itemsToTry(previous, 1000)).toBe(items);
});

test.each([
  [2000, 500],
  [7, 1],
  [1, 1],
])("after %i items were too large, the next try has %i", (items, fewer) => {
  expect(fewerItems(items)).toBe(fewer);
});
