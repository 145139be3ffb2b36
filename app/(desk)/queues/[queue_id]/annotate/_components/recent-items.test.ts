import { expect, test } from "vitest";
import { recentItems } from "./recent-items";

const trail = Array.from({ length: 12 }, (_, index) => `i${index + 1}`);
const titles = new Map([
  ["i12", "Where is it?"],
  ["f", "Far away"],
]);

test("lists the last ten items newest first, with their number and any known title", () => {
  const { recent, flagged } = recentItems({ trail, flagged: ["f", "i11", "g"], titles });
  expect(recent).toHaveLength(10);
  expect(recent.slice(0, 3).map(({ label }) => label)).toEqual([
    "12. Where is it?",
    "11. An earlier item, flagged",
    "10. An earlier item",
  ]);
  expect(flagged).toEqual([
    { itemId: "f", label: "1. Far away" },
    { itemId: "g", label: "2. Flagged item" },
  ]);
});
