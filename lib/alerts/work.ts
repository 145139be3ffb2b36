// What the background does for alerts: looks at what has come, opens incidents, and ends them.
import { and, eq, isNull, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { type AlertBaseline, alerts, incidents } from "@/db/schema";
import { transaction } from "@/db/transaction";
import { advanceDailyCost } from "./advance-daily-cost";
import { announce } from "./announce";
import type { AlertRow } from "./load";
import { type Alarm, advance, type Finding } from "./rules/advance";
import { BASELINE_DAYS, baselineOf } from "./rules/baseline";
import { nextLook } from "./rules/due";
import { alarmsPerDay, riskOf } from "./rules/settings";
import { type Span, talliesOf } from "./tallies";

/** Alerts that are claimed together. */
const MOST_ALERTS = 100;
const WORK_MS = 20_000;
/** Minutes of one look. After a longer stop there are several looks, and what is older than a day is skipped. */
const MOST_MINUTES = 360;
const DAY = 1440;
const CLAIM_MS = 2 * 60_000;
const MINUTE_MS = 60_000;

/**
 * Looks at alerts that are due, the longest due first, until none is: one that missed much needs several looks. An alert
 * that fails does not keep the others.
 */
export async function advanceAlerts(db: Database, now: Date): Promise<void> {
  const until = Date.now() + WORK_MS;
  const failures: unknown[] = [];
  while (Date.now() < until) {
    const due = await claimDue(db, now);
    if (due.length === 0) break;
    for (const alert of due) {
      if (Date.now() >= until) break;
      await advanceAlert(db, alert, now).catch((error: unknown) => failures.push(error));
    }
  }
  if (failures.length > 0) throw new AggregateError(failures, "alerts could not be looked at");
}

type Due = AlertRow & { shared: number };

/** For two minutes nobody else takes them. */
async function claimDue(db: Database, now: Date): Promise<Due[]> {
  const claimed = await db.execute<{ id: string }>(sql`
    update alerts set due_at = ${new Date(now.getTime() + CLAIM_MS).toISOString()}::timestamptz
    where id in (
      select alert.id from alerts as alert join projects as project on project.id = alert.project_id
      where alert.enabled and alert.due_at <= ${now.toISOString()}::timestamptz and project.deleted_at is null
      order by alert.due_at limit ${MOST_ALERTS} for update of alert skip locked)
    returning id`);
  if (claimed.length === 0) return [];
  const ids = sql`(select value::uuid from jsonb_array_elements_text(${JSON.stringify(claimed.map(({ id }) => id))}::jsonb))`;
  const rows = await db
    .select({
      alert: alerts,
      // Those that share the project's false alarms. A day's cost is known, so it has none.
      shared: sql<number>`(select count(*)::int from alerts as other
        where other.project_id = "alerts"."project_id" and other.enabled and other.measure <> 'daily_cost')`,
    })
    .from(alerts)
    .where(sql`${alerts.id} in ${ids}`);
  return rows.map(({ alert, shared }) => ({ ...alert, shared }));
}

export async function advanceAlert(db: Database, alert: Due, now: Date): Promise<void> {
  if (alert.measure === "daily_cost") return advanceDailyCost(db, alert, now);
  const span = nextSpan(alert, now);
  const tallies = span.to > span.from ? await talliesOf(db, alert, span) : [];
  const memory = structuredClone(alert.memory);
  // While an incident is open, its trouble must not become what is usual.
  if (alert.comparison === "week_before" && !memory.incident && tallies.length > 0) {
    const day = Math.floor(span.from / DAY);
    if (memory.baseline?.day !== day) memory.baseline = await baselineFor(db, alert, day);
  }
  const { comparison, limitShare: limit, shared } = alert;
  const perDay = alarmsPerDay(alert, shared);
  const mutedUntil = alert.mutedUntil && alert.mutedUntil.getTime() / MINUTE_MS;
  const findings = advance(memory, tallies, { comparison, limit, perDay, mutedUntil });
  const isBehind = span.to < settledMinute(alert, now);
  const dueAt = isBehind ? now : nextLook(now, tallies.length > 0);
  await transaction(db, async (tx) => {
    const [written] = await tx
      .update(alerts)
      .set({ memory, foldedUntil: dateOf(span.to), dueAt, revision: alert.revision + 1, updatedAt: alert.updatedAt })
      .where(and(eq(alerts.id, alert.id), eq(alerts.revision, alert.revision)))
      .returning({ id: alerts.id });
    // Else somebody changed the alert or closed its incident meanwhile: the next look sees that.
    if (written) for (const finding of findings) await record(tx, alert, finding);
  });
}

const dateOf = (minute: number): Date => new Date(minute * MINUTE_MS);
const settledMinute = ({ settleMinutes }: AlertRow, now: Date): number =>
  Math.floor(now.getTime() / MINUTE_MS) - settleMinutes;

/** The minutes to look at: within one day, which has one baseline. */
function nextSpan(alert: AlertRow, now: Date): Span {
  const settled = settledMinute(alert, now);
  const from = Math.max(Math.floor(alert.foldedUntil.getTime() / MINUTE_MS), settled - DAY);
  const endOfDay = (Math.floor(from / DAY) + 1) * DAY;
  return { from, to: Math.max(from, Math.min(settled, from + MOST_MINUTES, endOfDay)) };
}

async function baselineFor(db: Database, alert: Due, day: number): Promise<AlertBaseline> {
  const hours = await talliesOf(db, alert, { from: (day - BASELINE_DAYS) * DAY, to: day * DAY }, "hour");
  return baselineOf(day, hours, { risk: riskOf(alert, alert.shared), margin: alert.margin });
}

async function record(tx: Database, alert: AlertRow, finding: Finding): Promise<void> {
  const id = finding.kind === "opened" ? await open(tx, alert, finding) : await recover(tx, alert, finding.at);
  if (id) await announce(tx, alert.organizationId, id);
}

async function open(tx: Database, alert: AlertRow, alarm: Alarm): Promise<string | null> {
  const { side, requests, bad, limit: limitShare, before } = alarm;
  const [row] = await tx
    .insert(incidents)
    .values({
      ...{ organizationId: alert.organizationId, projectId: alert.projectId, alertId: alert.id },
      ...{ side, requests, bad, limitShare, latencyMs: alert.latencyMs, costUsd: alert.costUsd },
      since: dateOf(alarm.since),
      openedAt: dateOf(alarm.at + 1),
      requestsBefore: before?.requests ?? null,
      badBefore: before?.bad ?? null,
    })
    .returning({ id: incidents.id });
  return row?.id ?? null;
}

async function recover(tx: Database, alert: AlertRow, at: number): Promise<string | null> {
  const [row] = await tx
    .update(incidents)
    .set({ status: "recovered", closedAt: dateOf(at + 1) })
    .where(and(eq(incidents.alertId, alert.id), isNull(incidents.closedAt)))
    .returning({ id: incidents.id });
  return row?.id ?? null;
}
