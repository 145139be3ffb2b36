// The items that a reviewer goes through, as set in the URL.
import type { ReviewScope } from "@/lib/client/reviews";
import type { Queue } from "@/lib/contracts/annotation/queues/shapes";

export function scopeOf(queue: Queue, get: (name: string) => string | undefined): ReviewScope {
  const label = queue.labels.find(({ label_id }) => label_id === get("disagreement"));
  if (label) return { kind: "disagreement", labelId: label.label_id };
  return queue.requires_review && get("scope") !== "all" ? { kind: "waiting" } : { kind: "all" };
}

/** A scope as one string, for the scope picker. */
export const scopeKey = (scope: ReviewScope): string => (scope.kind === "disagreement" ? scope.labelId : scope.kind);

export const scopeAddress = (key: string) => ({
  scope: key === "all" ? "all" : null,
  disagreement: key === "all" || key === "waiting" ? null : key,
});

export const scopeOptions = (queue: Queue) => [
  ...(queue.requires_review ? [{ value: "waiting", label: "In review" }] : []),
  { value: "all", label: "All annotated items", hint: queue.requires_review ? "Except your own" : "By others" },
  ...queue.labels.map(({ label_id, name }) => ({ value: label_id, label: `Disagreement on ${name}` })),
];
