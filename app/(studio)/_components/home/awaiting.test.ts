import { expect, test } from "vitest";
import type { Queue } from "@/lib/contracts/annotation/queues/shapes";
import { workFirst } from "./awaiting";

const queue = (name: string, ...viewer_roles: Queue["viewer_roles"]) => ({ name, viewer_roles });
const left = (left: number, skipped = 0, reviewable = 0) => ({ reviewable, user_progress: { left, skipped } });
const namesOf = (queues: readonly { name: string }[]) => queues.map(({ name }) => name);

test("Queues with work for the person come first, each part in the order it had", () => {
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

test("Queues keep their order until the progress of each is known", () => {
  const queues = [queue("done", "annotator"), queue("left", "annotator"), queue("silent", "annotator")];
  expect(namesOf(workFirst(queues, [left(0), left(2), undefined]))).toEqual(["done", "left", "silent"]);
});
