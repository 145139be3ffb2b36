// What an alert is after a change of it.
import type { AlertComparison } from "@/lib/contracts/alerts/names";
import { type Settings, usualSettle } from "./settings";

export interface Change {
  comparison?: AlertComparison | undefined;
  limit?: number | undefined;
  margin?: number | undefined;
  latency_ms?: number | undefined;
  cost_usd?: number | undefined;
  settle_minutes?: number | undefined;
  false_alarm_days?: number | undefined;
}

/** What the alert does not read stays: a change of it would end an incident for nothing. */
export function changed(before: Settings, input: Change): Settings {
  const { measure, evaluationId, limitShare, margin, latencyMs, costUsd } = before;
  const comparison = input.comparison ?? before.comparison;
  const isFixed = comparison === "fixed";
  return {
    measure,
    evaluationId,
    comparison,
    limitShare: measure === "daily_cost" ? null : isFixed ? (input.limit ?? limitShare) : limitShare,
    margin: isFixed ? margin : (input.margin ?? margin),
    latencyMs: measure === "latency" ? (input.latency_ms ?? latencyMs) : latencyMs,
    costUsd: measure === "cost" || measure === "daily_cost" ? (input.cost_usd ?? costUsd) : costUsd,
    settleMinutes: input.settle_minutes ?? settleFor(before, measure === "latency" ? input.latency_ms : undefined),
    falseAlarmDays: input.false_alarm_days ?? before.falseAlarmDays,
  };
}

/** A new latency may need more time. */
const settleFor = ({ settleMinutes }: Settings, latencyMs: Change["latency_ms"]): number =>
  latencyMs === undefined ? settleMinutes : Math.max(settleMinutes, usualSettle(latencyMs));
