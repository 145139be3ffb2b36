// What alerts are called on screens.

import type { Look } from "@/app/_ui/feedback/status";
import { latencyText, numberText } from "@/app/_ui/figure/numbers";
import type { Alert } from "@/lib/contracts/alerts/alerts";
import type { AlertComparison, AlertMeasure, AlertState } from "@/lib/contracts/alerts/names";

export const measureWords: Record<AlertMeasure, string> = {
  errors: "Failed traces",
  latency: "Slow traces",
  cost: "Costly traces",
  daily_cost: "Cost of a day",
  verdicts: "Failed verdicts",
  feedback: "Thumbs down",
  drift: "Drift of a judge",
};
export const comparisonWords: Record<AlertComparison, string> = {
  fixed: "A fixed limit",
  week_before: "The week before",
};
export const stateWords: Record<AlertState, Look> = {
  watching: { word: "Watching", tone: "good", shape: "check" },
  learning: { word: "Learning", tone: "neutral", shape: "half" },
  muted: { word: "Muted", tone: "warn", shape: "pause" },
  off: { word: "Off", tone: "neutral", shape: "skip" },
  open: { word: "Incident", tone: "bad", shape: "alert" },
};

export const percent = (share: number): string => `${Number((share * 100).toPrecision(3))} %`;

/** "Traces slower than 10 s, above 5 %". */
export function conditionOf(alert: Alert): string {
  if (alert.measure === "daily_cost") return `${measureWords.daily_cost}, above $${numberText(alert.cost_usd ?? 0)}`;
  const limit = alert.comparison === "fixed" ? `above ${percent(alert.limit ?? 0)}` : weekText(alert);
  return `${subjectOf(alert)}, ${limit}`;
}

const weekText = ({ measure, margin }: Alert): string =>
  `${measure === "drift" ? "more or fewer" : "worse"} than the week before by ${percent(margin)}`;

function subjectOf({ measure, latency_ms, cost_usd, evaluation }: Alert): string {
  switch (measure) {
    case "latency":
      return `Traces slower than ${latencyText(latency_ms ?? 0)}`;
    case "cost":
      return `Traces that cost more than $${numberText(cost_usd ?? 0)}`;
    case "verdicts":
    case "drift":
      return `Fails of ${evaluation ?? "an evaluation"}`;
    default:
      return measureWords[measure];
  }
}
