// The values of an alert's form, and what operations take of them. Shares are percentages here.
import type { Alert } from "@/lib/contracts/alerts/alerts";
import type { AlertComparison, AlertMeasure } from "@/lib/contracts/alerts/names";

export interface AlertForm {
  name: string;
  measure: AlertMeasure;
  comparison: AlertComparison;
  limit: number | null;
  margin: number | null;
  latency_ms: number | null;
  cost_usd: number | null;
  day_usd: number | null;
  evaluation_id: string | null;
  settle_minutes: number | null;
  false_alarm_days: number | null;
}

export const blankAlert: AlertForm = {
  name: "",
  measure: "errors",
  comparison: "fixed",
  limit: 5,
  margin: 20,
  latency_ms: 10_000,
  cost_usd: 0.1,
  day_usd: 10,
  evaluation_id: null,
  settle_minutes: 5,
  false_alarm_days: 1000,
};

const shareOf = (percent: number): number => Number((percent / 100).toPrecision(10));
const percentOf = (share: number): number => Number((share * 100).toPrecision(10));

export const formOf = (alert: Alert): AlertForm => ({
  name: alert.name,
  measure: alert.measure,
  comparison: alert.comparison,
  limit: alert.limit === null ? blankAlert.limit : percentOf(alert.limit),
  margin: percentOf(alert.margin),
  latency_ms: alert.latency_ms ?? blankAlert.latency_ms,
  cost_usd: alert.cost_usd ?? blankAlert.cost_usd,
  day_usd: alert.cost_usd ?? blankAlert.day_usd,
  evaluation_id: alert.evaluation_id,
  settle_minutes: alert.settle_minutes,
  false_alarm_days: alert.false_alarm_days,
});

export const readsVerdicts = (measure: AlertMeasure): boolean => measure === "verdicts" || measure === "drift";
/** Drift is always a comparison with the week before, and a day's cost never is. */
export const comparisonOf = ({ measure, comparison }: AlertForm): AlertComparison =>
  measure === "drift" ? "week_before" : measure === "daily_cost" ? "fixed" : comparison;

/** What a change takes; only what counts for the measure. An empty field keeps the default. */
export function changeOf(form: AlertForm) {
  const comparison = comparisonOf(form);
  if (form.measure === "daily_cost")
    return { comparison, ...(form.day_usd === null ? {} : { cost_usd: form.day_usd }) };
  return {
    comparison,
    ...(comparison === "fixed" && form.limit !== null ? { limit: shareOf(form.limit) } : {}),
    ...(comparison === "week_before" && form.margin !== null ? { margin: shareOf(form.margin) } : {}),
    ...(form.measure === "latency" && form.latency_ms !== null ? { latency_ms: form.latency_ms } : {}),
    ...(form.measure === "cost" && form.cost_usd !== null ? { cost_usd: form.cost_usd } : {}),
    ...(form.settle_minutes === null ? {} : { settle_minutes: form.settle_minutes }),
    ...(form.false_alarm_days === null ? {} : { false_alarm_days: form.false_alarm_days }),
  };
}

/** What is tested, for a preview or a new alert. */
export const testOf = (form: AlertForm) => ({
  measure: form.measure,
  ...(readsVerdicts(form.measure) && form.evaluation_id ? { evaluation_id: form.evaluation_id } : {}),
  ...changeOf(form),
});
