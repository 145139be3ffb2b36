// The settings of an alert: what is missing, what is chosen by default, and what the test needs of them.
import type { AlertComparison, AlertMeasure, AlertSide } from "@/lib/contracts/alerts/names";
import { shareOfTest } from "./advance";
import { PARTS_OF_DAY } from "./baseline";

export interface Settings {
  measure: AlertMeasure;
  comparison: AlertComparison;
  limitShare: number | null;
  margin: number;
  latencyMs: number | null;
  costUsd: number | null;
  evaluationId: string | null;
  settleMinutes: number;
  falseAlarmDays: number;
}

const USUAL_SETTLE = 5;
const minutes = (ms: number): number => Math.ceil(ms / 60_000);

/** Traces that are still under way count as slow, so they are looked at only after their limit. */
export const usualSettle = (latencyMs: number | null | undefined): number =>
  Math.max(USUAL_SETTLE, minutes(latencyMs ?? 0));

/** The field that is wrong, and why; null if nothing is. */
export function flawOf(settings: Settings): { field: string; message: string } | null {
  const { measure, comparison, limitShare, latencyMs, costUsd, evaluationId, settleMinutes } = settings;
  if (measure === "daily_cost" && comparison !== "fixed")
    return { field: "comparison", message: "The cost of a day has a fixed limit." };
  if (measure === "daily_cost" && costUsd === null)
    return { field: "cost_usd", message: "Say how many US dollars a day may cost." };
  if (comparison === "fixed" && limitShare === null && measure !== "daily_cost")
    return { field: "limit", message: "Say which share is too much." };
  if (measure === "drift" && comparison === "fixed")
    return { field: "comparison", message: "Drift is a comparison with the week before." };
  if (measure === "latency" && latencyMs === null)
    return { field: "latency_ms", message: "Say above how many milliseconds a trace is slow." };
  if (measure === "cost" && costUsd === null)
    return { field: "cost_usd", message: "Say above how many US dollars a trace is costly." };
  if (readsVerdicts(measure) && evaluationId === null)
    return { field: "evaluation_id", message: "Choose an evaluation of a task of this project." };
  if (measure === "latency" && settleMinutes < minutes(latencyMs ?? 0))
    return { field: "settle_minutes", message: "May not be shorter than the latency." };
  return null;
}

export const readsVerdicts = (measure: AlertMeasure): boolean => measure === "verdicts" || measure === "drift";
export const sidesOf = (measure: AlertMeasure): readonly AlertSide[] =>
  measure === "drift" ? ["above", "below"] : ["above"];

/** How many false alarms an alert may raise a day, when so many alerts of the project share the days. */
export const alarmsPerDay = ({ falseAlarmDays }: Pick<Settings, "falseAlarmDays">, alerts: number): number =>
  1 / (falseAlarmDays * Math.max(1, alerts));

/** The chance that one limit of a day's baseline is too low. */
export const riskOf = (settings: Settings, alerts: number): number =>
  (alarmsPerDay(settings, alerts) * (1 - shareOfTest("week_before"))) /
  (PARTS_OF_DAY * sidesOf(settings.measure).length);

/** Whether the test starts over: its figures would be of two different questions. */
export const changesTest = (before: Settings, after: Settings): boolean =>
  (["comparison", "limitShare", "margin", "latencyMs", "costUsd"] as const).some(
    (name) => before[name] !== after[name],
  );
