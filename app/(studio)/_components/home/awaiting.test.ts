import { expect, test } from "vitest";
import type { Queue } from "@/lib/contracts/annotation/queues/shapes";
import { newestFirst, summaryOf, workFirst } from "./awaiting";

const queue = (name: string, ...viewer_roles: Queue["viewer_roles"]) => ({
  name,
  viewer_roles,
  due_date: null as string | null,
});
const left = (left: number, skipped = 0, reviewable = 0) => ({ reviewable, user_progress: { left, skipped } });
const namesOf = (queues: readonly { name: string }[]) => queues.map(({ name }) => name);

test("Queues with work for the person come first; each group keeps its order", () => {
  const queues = [
    queue("done", "annotator"),
    queue("left", "annotator"),
    queue("others' work", "reviewer"),
    queue("to review", "reviewer"),
    queue("skipped", "annotator"),
    queue("done too", "manager"),
  ];
  const progress = [left(0), left(2), left(3), left(0, 0, 1), left(0, 1), left(0)];
  expect(namesOf(workFirst(queues, progress))).toEqual([
    "left",
    "to review",
    "skipped",
    "done",
    "others' work",
    "done too",
  ]);
});

test("Queues keep their order until the progress of all is known", () => {
  const queues = [queue("done", "annotator"), queue("left", "annotator"), queue("silent", "annotator")];
  expect(namesOf(workFirst(queues, [left(0), left(2), undefined]))).toEqual(["done", "left", "silent"]);
});

test("Until then, queues with open items come first", () => {
  const withItems = (name: string, item_count: number, completed_count: number) => ({
    ...queue(name, "annotator"),
    ...{ item_count, completed_count },
  });
  const queues = [
    withItems("done", 3, 3),
    withItems("empty", 0, 0),
    withItems("open", 3, 2),
    withItems("open too", 1, 0),
  ];
  expect(namesOf(workFirst(queues, [left(0), undefined, left(1), undefined]))).toEqual([
    "open",
    "open too",
    "done",
    "empty",
  ]);
});

test("Among queues with work, the earliest due date comes first; finished queues come last", () => {
  const due = (name: string, due_date: string | null) => ({ ...queue(name, "annotator"), due_date });
  const queues = [
    due("none", null),
    due("later", "2026-12-24"),
    due("done", "2026-11-01"),
    due("soon", "2026-12-01"),
    due("none too", null),
  ];
  const progress = [left(1), left(1), left(0), left(1), left(1)];
  expect(namesOf(workFirst(queues, progress))).toEqual(["soon", "later", "none", "none too", "done"]);
});

const replies = { name: "Replies" } as Queue; // safe: the head reads no queue
const page = (count: number, length = count) => ({ count, results: Array.from({ length }, () => replies) });

test.each<[open: number, drafts: number, text: string]>([
  [0, 0, "Your queues"],
  [1, 0, "One queue is open for you."],
  [61, 0, "61 queues are open for you."],
  [1240, 1, "1,240 queues are open for you. One draft is unfinished."],
  [0, 2, "No queues are open for you. 2 drafts are unfinished."],
])("The head counts all %d open queues and %d drafts, shown or not", (open, drafts, text) => {
  expect(summaryOf({ open: page(open, Math.min(open, 1)), drafts: page(drafts) })).toBe(text);
});

test("The newest queue comes first, whatever the order of the page", () => {
  const madeAt = (name: string, created_at: string) => ({ ...replies, name, created_at });
  const results = [madeAt("old", "2026-01-01T00:00:00.000Z"), madeAt("new", "2026-02-01T00:00:00.000Z")];
  expect(namesOf(newestFirst({ count: 2, results }).results)).toEqual(["new", "old"]);
});
