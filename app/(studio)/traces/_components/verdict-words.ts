import type { SpanVerdict } from "@/lib/contracts/evaluation/names";

/** The possible results of an evaluation of a span. */
export const verdictWords: Record<SpanVerdict, string> = {
  passed: "Passed",
  failed: "Failed",
  scored: "Scored",
  unscored: "Unscored",
  error: "Error",
  open: "Pending",
};
