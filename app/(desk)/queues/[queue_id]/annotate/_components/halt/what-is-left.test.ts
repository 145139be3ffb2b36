import { expect, it } from "vitest";
import { whatIsLeft } from "./what-is-left";

const none = { total: 3, completed: 0, skipped: 0, in_review: 0, required: 1 };

it("does not call an empty queue completed", () =>
  expect(whatIsLeft({ ...none, total: 0 })).toBe("This queue has no items yet. A manager must add them."));

it("names the annotator's own skips, and review only if items are in review", () => {
  expect(whatIsLeft({ ...none, completed: 2 })).toBe(
    "1 of 3 items is not finished: skipped by you, assigned to other annotators, or not assigned to you.",
  );
  expect(whatIsLeft({ ...none, in_review: 2 })).toBe(
    "3 of 3 items are not finished: skipped by you, assigned to other annotators, waiting for review, or not assigned to you.",
  );
});

it("names the wait for other annotators where an item needs several", () =>
  expect(whatIsLeft({ ...none, required: 2, in_review: 1 })).toBe(
    "3 of 3 items are not finished: waiting for other annotators, skipped by you, assigned to other annotators, waiting for review, or not assigned to you.",
  ));

it("tells items skipped for good from completed items", () => {
  expect(whatIsLeft({ ...none, completed: 2, skipped: 1 })).toBe("1 of 3 items was skipped; the rest are completed.");
  expect(whatIsLeft({ ...none, completed: 3 })).toBe("Every item of this queue is completed.");
});
