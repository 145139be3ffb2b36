import type { Settings } from "../rules/settings";

/** An alert that opens if more than 5 % of requests are errors. */
export const settings: Settings = {
  measure: "errors",
  comparison: "fixed",
  limitShare: 0.05,
  margin: 0.2,
  latencyMs: null,
  costUsd: null,
  evaluationId: null,
  settleMinutes: 5,
  falseAlarmDays: 1000,
};
