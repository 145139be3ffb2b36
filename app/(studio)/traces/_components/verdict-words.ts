import type { SpanVerdict } from "@/lib/contracts/evaluation/names";

/** What may have come of an evaluation of a span. */
export const verdictWords: Record<SpanVerdict, string> = {
  passed: "Passed",
  failed: "Failed",
  scored: "Scored",
  unscored: "Unscored",
  error: "Error",
  open: "To be evaluated",
};
