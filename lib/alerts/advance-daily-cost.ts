// Looks at what a project's day has cost.
import { and, eq, isNull, or } from "drizzle-orm";
import type { Database } from "@/db/client";
import { alerts, incidents } from "@/db/schema";
import { transaction } from "@/db/transaction";
import { announce } from "./announce";
import type { AlertRow } from "./load";
import { isMuted } from "./present";
import { type DayCost, type DayFinding, dayFindings, dayOf, microsOf, startOf } from "./rules/daily-cost";
import { nextLook } from "./rules/due";
import { dailyCosts } from "./tallies";

const DAY = 1440;
const MINUTE_MS = 60_000;

/** A day is looked at until its last traces have settled, and once more when the next has begun. */
export async function advanceDailyCost(db: Database, alert: AlertRow, now: Date): Promise<void> {
  const settleMs = alert.settleMinutes * MINUTE_MS;
  const settledDay = (moment: Date) => dayOf(new Date(moment.getTime() - settleMs));
  const today = settledDay(now);
  const isBehind = settledDay(alert.foldedUntil) < today;
  const day = isBehind ? today - 1 : today;
  const [found] = await dailyCosts(db, alert, { from: day * DAY, to: (day + 1) * DAY });
  const cost = found ?? { day, requests: 0, micros: 0 };
  const terms = { limitMicros: microsOf(alert.costUsd ?? 0), isMuted: isMuted(alert, now) };
  const ofAlert = eq(incidents.alertId, alert.id);
  const known = await db
    .select()
    .from(incidents)
    .where(and(ofAlert, or(isNull(incidents.closedAt), eq(incidents.since, startOf(day)))));
  const findings = dayFindings(
    cost,
    terms,
    known.map(({ since, closedAt, limitMicros }) => ({ since, isOpen: closedAt === null, limitMicros })),
  );
  const foldedUntil = isBehind ? new Date(startOf(today).getTime() + settleMs) : now;
  const dueAt = isBehind ? now : nextLook(now, found !== undefined);
  await transaction(db, async (tx) => {
    const [written] = await tx
      .update(alerts)
      .set({ foldedUntil, dueAt, revision: alert.revision + 1, updatedAt: alert.updatedAt })
      .where(and(eq(alerts.id, alert.id), eq(alerts.revision, alert.revision)))
      .returning({ id: alerts.id });
    // Else somebody changed the alert or closed its incident meanwhile: the next look sees that.
    if (written) for (const finding of findings) await record(tx, alert, { finding, cost, now });
  });
}

interface Look {
  finding: DayFinding;
  cost: DayCost;
  now: Date;
}

async function record(tx: Database, alert: AlertRow, { finding, cost, now }: Look): Promise<void> {
  const [row] =
    finding.kind === "recovered"
      ? await tx
          .update(incidents)
          .set({ status: "recovered", closedAt: finding.at })
          .where(and(eq(incidents.alertId, alert.id), isNull(incidents.closedAt)))
          .returning({ id: incidents.id })
      : await tx
          .insert(incidents)
          .values({
            ...{ organizationId: alert.organizationId, projectId: alert.projectId, alertId: alert.id },
            ...{ side: "above", since: finding.since, openedAt: now, requests: cost.requests, bad: 0, limitShare: 1 },
            ...{ spentMicros: cost.micros, limitMicros: finding.limitMicros },
          })
          .returning({ id: incidents.id });
  if (row) await announce(tx, alert.organizationId, row.id);
}
