import { sql } from "drizzle-orm";
import { connection, type Database } from "@/db/client";
import { mergePending } from "@/db/merge-pending";
import { outboxEvents } from "@/db/schema";
import { stalledErasures } from "@/lib/accounts/erasure/advance-erasure";
import { advanceAlerts } from "@/lib/alerts/work";
import { stalledExports } from "@/lib/annotation/export/write-export";
import { sweepFeedback } from "@/lib/annotation/feedback/attach-feedback";
import { stalledImports } from "@/lib/curation/import-traces";
import { settleInterrupted, sweepRuns } from "@/lib/evaluation/runs/work/sweep";
import { startDueTasks } from "@/lib/evaluation/tasks/due";
import { type DomainEvent, deliverStoredEvents, sendCommitted } from "@/lib/events";
import { resumeStalled } from "@/lib/jobs/resume-stalled";
import { stalledDeliveries } from "@/lib/notifications/webhooks/attempt";
import { endSilentCalls, settleAbandoned, stalledExecutions } from "@/lib/simulation/runs/play/sweep";
import { sweepScenarios } from "@/lib/simulation/scenarios/sweep";
import { inngest } from "../client";
import { marksWaiting, spansWaiting } from "../events";

/** An event younger than that is on its way. */
const GRACE_MS = 10_000;

/**
 * The only function that runs each minute, as a host may charge for every run. It starts work again whose job was lost, settles
 * what killed processes left, starts what waits for its turn, and looks at alerts. What fails is for the next minute.
 */
export const sweepJobs = inngest.createFunction(
  { id: "sweep-jobs", triggers: [{ cron: "* * * * *" }], concurrency: 1, retries: 0 },
  async () => {
    const { db } = connection();
    const now = new Date();
    const sweeps = await Promise.allSettled([
      sweepRuns(db, now),
      settleInterrupted(db, now),
      endSilentCalls(db, now),
      settleAbandoned(db, now),
      resumeStalled(db, now, stalledExecutions),
      sweepScenarios(db, now),
      resumeStalled(db, now, stalledExports),
      sweepFeedback(db),
      resumeStalled(db, now, stalledImports),
      resumeStalled(db, now, stalledDeliveries),
      resumeStalled(db, now, stalledErasures),
      startDueTasks(db, now),
      startWaiting(db, now),
      deliverStoredEvents(db, new Date(now.getTime() - GRACE_MS)),
      advanceAlerts(db, now),
      // Where no server runs all the time (db/merge-pending.ts).
      mergePending(db),
    ]);
    for (const sweep of sweeps) if (sweep.status === "rejected") throw sweep.reason;
  },
);

/** Whether anything waits costs two looks; without work nothing else runs. */
async function startWaiting(db: Database, now: Date): Promise<void> {
  const [found] = await db.execute<{ spans: boolean; marks: boolean }>(sql`
    select exists (select from span_marks) as spans, exists (select from item_marks) as marks`);
  const minute = Math.floor(now.getTime() / 60_000);
  const waiting = [...(found?.spans ? [spansWaiting] : []), ...(found?.marks ? [marksWaiting] : [])];
  const events = waiting.map(({ name }): DomainEvent => ({ id: `${name}-${minute}`, name, data: {} }));
  if (events.length === 0) return;
  await db.insert(outboxEvents).values(events).onConflictDoNothing();
  await sendCommitted(db, events);
}
