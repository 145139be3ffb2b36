import { expect, test } from "vitest";
import { dueStateOf, dueText } from "./due";

const today = "2026-11-26";
const queue = { status: "active" as const, due_date: "2026-11-25", item_count: 4, completed_count: 1 };

test.each([
  ["the day after is overdue", {}, "overdue", "Overdue since Nov 25"],
  ["the very day is soon", { due_date: today }, "soon", "Due today"],
  ["a week before is soon", { due_date: "2026-12-03" }, "soon", "Due on Dec 3"],
  ["earlier is later", { due_date: "2026-12-04" }, "later", "Due on Dec 4"],
  [
    "a draft can be overdue too",
    { status: "draft" as const, item_count: 0, completed_count: 0 },
    "overdue",
    "Overdue since Nov 25",
  ],
  ["a completed queue is not overdue", { status: "completed" as const }, null, "Due on Nov 25"],
  ["nor is one whose items are all completed", { completed_count: 4 }, null, "Due on Nov 25"],
])("%s", (_, change, state, text) => {
  const due = { ...queue, ...change };
  expect(dueStateOf(due, today)).toBe(state);
  expect(dueText(due.due_date, dueStateOf(due, today), today)).toBe(text);
});

test("a queue without a due date has no due state", () => {
  expect(dueStateOf({ ...queue, due_date: null }, today)).toBeNull();
});
