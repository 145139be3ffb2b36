import { expect, test } from "vitest";
import type { Queue } from "@/lib/contracts/annotation/queue-shapes";
import { stepsOf } from "./steps";

const queue = (id: string, given: Partial<Queue>): Queue => ({
  id,
  name: id,
  description: null,
  instructions: null,
  status: "draft",
  assignment_strategy: "manual",
  annotations_required: 1,
  reservation_timeout_minutes: 60,
  requires_review: false,
  auto_assign: true,
  gold_percent: 0,
  repeat_percent: 0,
  source_layout: null,
  organization: "o",
  project: null,
  dataset: null,
  agent_definition: null,
  is_default: false,
  labels: [],
  annotators: [],
  created_by: "u",
  created_by_name: "U",
  viewer_role: "manager",
  viewer_roles: ["manager"],
  deleted: false,
  created_at: "2026-03-10T12:00:00Z",
  updated_at: "2026-03-10T12:00:00Z",
  ...given,
});

const empty = queue("a", {});
const filled = queue("b", { item_count: 4 });
const open = queue("c", { item_count: 4, status: "active" });
const begun = queue("d", { item_count: 4, status: "active", completed_count: 1 });

test.each<[string, Queue[], { id: string }[], boolean[], string]>([
  ["nothing", [], [], [false, false, false], "/datasets/import"],
  ["a dataset", [], [{ id: "x" }], [true, false, false], "/datasets/x?queue=1"],
  ["an empty queue", [empty], [{ id: "x" }], [true, false, false], "/queues/a"],
  ["a filled draft", [empty, filled], [{ id: "x" }], [true, true, false], "/queues/b"],
  ["an open queue", [filled, open], [{ id: "x" }], [true, true, false], "/queues/c/annotate"],
  ["answers", [begun], [{ id: "x" }], [true, true, true], ""],
])("with %s", (_, queues, datasets, done, next) => {
  const steps = stepsOf(queues, datasets);
  expect(steps.map((step) => step.done)).toEqual(done);
  expect(steps.find((step) => !step.done)?.href ?? "").toBe(next);
});
