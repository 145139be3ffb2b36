// Alerts and incidents as the API shows them.
import type { Alert } from "@/lib/contracts/alerts/alerts";
import type { Incident } from "@/lib/contracts/alerts/incidents";
import type { AlertState } from "@/lib/contracts/alerts/names";
import type { ShownAlert, ShownIncident } from "./load";
import { partAt } from "./rules/baseline";
import { dayOf, startOf } from "./rules/daily-cost";
import { type Found, findingOf } from "./rules/finding";
import { sharesOf } from "./rules/interval";

const iso = (moment: Date | null): string | null => moment?.toISOString() ?? null;

/** What people have chosen of an alert, by the API's names. */
export const settingsIn = (row: ShownAlert) => ({
  name: row.name,
  measure: row.measure,
  comparison: row.comparison,
  limit: row.limitShare,
  margin: row.margin,
  latency_ms: row.latencyMs,
  cost_usd: row.costUsd,
  evaluation_id: row.evaluationId,
  settle_minutes: row.settleMinutes,
  false_alarm_days: row.falseAlarmDays,
  enabled: row.enabled,
  muted_until: iso(row.mutedUntil),
});

export function presentAlert(row: ShownAlert, now: Date): Alert {
  return {
    id: row.id,
    project_id: row.projectId,
    ...settingsIn(row),
    evaluation: row.evaluation,
    muted_until: isMuted(row, now) ? iso(row.mutedUntil) : null,
    state: stateOf(row, now),
    incident_id: row.incidentId,
    watched_until: row.foldedUntil.toISOString(),
    created_at: row.createdAt.toISOString(),
  };
}

export const isMuted = ({ mutedUntil }: Pick<ShownAlert, "mutedUntil">, now: Date): boolean =>
  mutedUntil !== null && mutedUntil > now;

function stateOf(row: ShownAlert, now: Date): AlertState {
  if (!row.enabled) return "off";
  if (row.incidentId) return "open";
  if (isMuted(row, now)) return "muted";
  if (row.comparison === "fixed") return "watching";
  const part = partAt(row.memory.baseline, Math.floor(row.foldedUntil.getTime() / 60_000));
  return part && (part.above !== null || (row.memory.below !== null && part.below !== null)) ? "watching" : "learning";
}

export function presentIncident(found: ShownIncident): Incident {
  const { incident, alert, project } = found;
  const { requests, requestsBefore, badBefore } = incident;
  return {
    id: incident.id,
    alert: { id: alert.id, name: alert.name, measure: alert.measure },
    project,
    status: incident.status,
    side: incident.side,
    since: incident.since.toISOString(),
    opened_at: incident.openedAt.toISOString(),
    finding: findingOf(foundIn(found)),
    requests,
    ...figuresOf(incident),
    week_before:
      requestsBefore && badBefore !== null
        ? { requests: requestsBefore, bad: badBefore, rate: badBefore / requestsBefore }
        : null,
    traces: tracesOf(found),
    acknowledged_at: iso(incident.acknowledgedAt),
    acknowledged_by: found.acknowledgedBy,
    closed_at: iso(incident.closedAt),
    closed_by: found.closedBy,
  };
}

/** Incidents of before these were stored with them have only the alert's, as they are now. */
export const foundIn = ({ alert, incident, evaluation }: ShownIncident): Found => ({
  ...{ ...incident, measure: alert.measure, evaluation },
  latencyMs: incident.latencyMs ?? alert.latencyMs,
  costUsd: incident.costUsd ?? alert.costUsd,
});

function figuresOf({ requests, bad, limitShare, spentMicros, limitMicros }: ShownIncident["incident"]) {
  if (spentMicros === null || limitMicros === null)
    return { bad, rate: bad / requests, rate_interval: sharesOf(requests, bad), limit: limitShare, daily_cost: null };
  const daily_cost = { spent_usd: spentMicros / 1e6, limit_usd: limitMicros / 1e6 };
  return { bad: null, rate: null, rate_interval: null, limit: null, daily_cost };
}

/** Filters of the trace list. A verdict or a thumb comes later than its trace, so the first traces may be older. */
function tracesOf({ incident, alert }: ShownIncident): Incident["traces"] {
  const of = {
    project_id: incident.projectId,
    since: incident.since.toISOString(),
    ...(incident.closedAt ? { until: incident.closedAt.toISOString() } : {}),
  };
  switch (alert.measure) {
    case "errors":
      return { ...of, status: "ERROR" };
    case "latency":
      // What has not ended counts as slow, and no filter of latencies finds it.
      return of;
    case "daily_cost":
      return { ...of, until: startOf(dayOf(incident.since) + 1).toISOString() };
    case "cost":
      return { ...of, min_cost_usd: incident.costUsd ?? alert.costUsd ?? 0 };
    case "verdicts":
    case "drift":
      return {
        project_id: incident.projectId,
        ...(alert.evaluationId ? { evaluation_id: alert.evaluationId } : {}),
        verdict: incident.side === "above" ? "failed" : "passed",
      };
    case "feedback":
      return null;
  }
}
