import { expect, test } from "vitest";
import { whatIsLeft } from "./what-is-left";

const none = { total: 3, completed: 0, skipped: 0, in_review: 0, own: 0, ownSkipped: 0, takesUnassigned: true };

test.each([
  ["an empty queue", { total: 0 }, "This queue has no items yet. A manager must add them."],
  [
    "all waits for review",
    { total: 20, in_review: 20, own: 27 },
    "You have annotated all 27 items that are for you. Of the queue's 20 items, 20 wait for review.",
  ],
  [
    "review and other annotators",
    { total: 20, in_review: 1, completed: 12, own: 15 },
    "You have annotated all 15 items that are for you. Of the queue's 20 items, 1 waits for review and 7 are for other annotators.",
  ],
  [
    "own skips",
    { completed: 1, own: 1, ownSkipped: 1 },
    "You have annotated 1 item. Of the queue's 3 items, 1 was skipped by you and 1 is for other annotators.",
  ],
  ["more skips than open items", { completed: 2, ownSkipped: 5 }, "Of the queue's 3 items, 1 was skipped by you."],
  [
    "nothing is assigned",
    { takesUnassigned: false },
    "Of the queue's 3 items, 3 are for other annotators or not assigned yet.",
  ],
  [
    "items skipped for good",
    { completed: 2, skipped: 1, own: 1 },
    "You have annotated the one item that is for you. 1 item of the queue was skipped; the rest are completed.",
  ],
  ["all completed by others", { completed: 3 }, "Every item of this queue is completed."],
])("%s", (_, counts, text) => {
  expect(whatIsLeft({ ...none, ...counts })).toBe(text);
});
