import { expect, test } from "vitest";
import { afterCompletion, type Completion, workflowStatus } from "./item-status";

const one: Completion = {
  completedBy: 1,
  annotationsRequired: 1,
  requiredLabelCoverage: Number.POSITIVE_INFINITY,
  requiresReview: false,
  rework: null,
};

test.each<[string, Partial<Completion>, ReturnType<typeof afterCompletion>]>([
  ["the only annotator", {}, { status: "completed", reviewStatus: null }],
  ["one of two", { annotationsRequired: 2 }, { status: "in_progress", reviewStatus: null }],
  ["two of two", { completedBy: 2, annotationsRequired: 2 }, { status: "completed", reviewStatus: null }],
  ["a required label lacks", { requiredLabelCoverage: 0 }, { status: "in_progress", reviewStatus: null }],
  ["review follows", { requiresReview: true }, { status: "in_progress", reviewStatus: "pending_review" }],
  [
    "no review before enough",
    { requiresReview: true, annotationsRequired: 2 },
    { status: "in_progress", reviewStatus: null },
  ],
  [
    "rework done",
    { requiresReview: true, rework: { owed: false } },
    { status: "in_progress", reviewStatus: "pending_review" },
  ],
  [
    "somebody else owes changes, though enough are done",
    { requiresReview: true, rework: { owed: true } },
    { status: "in_progress", reviewStatus: "rejected" },
  ],
  [
    "rework done by one of two",
    { annotationsRequired: 2, rework: { owed: false } },
    { status: "in_progress", reviewStatus: "rejected" },
  ],
])("%s", (_, change, expected) => {
  expect(afterCompletion({ ...one, ...change })).toEqual(expected);
});

test("the review status replaces the stored status", () => {
  expect(workflowStatus({ status: "in_progress", reviewStatus: "pending_review" }, false)).toBe("in_review");
  expect(workflowStatus({ status: "in_progress", reviewStatus: "pending_review" }, true)).toBe("resubmitted");
  expect(workflowStatus({ status: "in_progress", reviewStatus: "rejected" }, true)).toBe("needs_changes");
  expect(workflowStatus({ status: "completed", reviewStatus: "approved" }, true)).toBe("completed");
});
