import { expect, test } from "vitest";
import type { Queue } from "@/lib/contracts/annotation/queues/shapes";
import { workFirst } from "./awaiting";

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
