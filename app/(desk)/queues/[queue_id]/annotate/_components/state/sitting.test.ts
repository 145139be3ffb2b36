import { describe, expect, test } from "vitest";
import { sittingAt, textOf } from "./sitting";

const sitting = {
  trail: ["a", "b", "c"],
  done: [
    { itemId: "a", mutationId: "m-a" },
    { itemId: "b", mutationId: "m-b" },
  ],
  durations: { a: 1200 },
  skipped: ["b"],
};

describe("after a reload", () => {
  test.each(["a", "b", "c"])("resumes the whole sitting at %s", (itemId) =>
    expect(sittingAt(textOf(sitting), itemId)).toEqual(sitting),
  );

  test.each([
    ["no item", textOf(sitting), undefined],
    ["another item", textOf(sitting), "d"],
    ["nothing kept", null, "a"],
    ["something else under the name", "no JSON", "a"],
    ["null", "null", "a"],
    ["another shape", JSON.stringify({ ...sitting, done: ["a"] }), "a"],
    ["a part that is missing", JSON.stringify({ trail: ["a"] }), "a"],
  ])("starts a new sitting with %s", (_, text, itemId) => expect(sittingAt(text, itemId)).toBeNull());
});

test("keeps only the latest part of a long sitting", () => {
  const trail = Array.from({ length: 3000 }, (_, index) => `item ${index}`);
  const durations = Object.fromEntries(trail.map((itemId) => [itemId, 1000]));
  const text = textOf({ ...sitting, trail, durations });
  const kept = sittingAt(text, "item 2999");
  expect([kept?.trail.length, Object.keys(kept?.durations ?? {}).length]).toEqual([1000, 1000]);
  expect(sittingAt(text, "item 0")).toBeNull();
});
