// Runs that have stopped progressing, and the cost of killed processes.
import { and, asc, eq, gt, inArray, type SQL, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { evalRuns } from "@/db/schema";
import type { DomainEvent } from "@/lib/events";
import { resumeStalled, type StalledWork } from "@/lib/jobs/resume-stalled";
import { judgeKeyIdOf } from "../../judge/organization-key";
import { endRun, runEvent } from "../end-run";
import type { RunRow } from "../loaders";
import { requestPrefixOf } from "./cell-result";

/** A step writes about every second and ends within half a minute. Between steps a job sleeps at most a minute. */
const STALLED_MS = 150_000;
const MAX_INTERRUPTED = 100;
const ABANDONED = "The job runner has not picked it up for a long time. Retry it.";

/** How many runs of an organization work at once; the others wait. */
export const RUNS_AT_ONCE = 4;

type StalledRun = RunRow & { lastProgressAt: Date };

const lastProgress = sql`coalesce(${evalRuns.progressedAt}, ${evalRuns.createdAt})`;
const isStalled = (before: Date): SQL =>
  sql`${evalRuns.status} in ('pending', 'running') and ${lastProgress} < ${before.toISOString()}::timestamptz`;
/** The organization's runs that make progress. */
const progressing = (before: Date): SQL =>
  sql`(select count(*) from eval_runs as other where other.organization_id = ${evalRuns.organizationId}
    and other.status = 'running' and other.progressed_at >= ${before.toISOString()}::timestamptz)`;

const stalledRuns: StalledWork<StalledRun> = {
  stalledMs: STALLED_MS,
  find: async (db, { before, limit }) => {
    const rows = await db
      .select()
      .from(evalRuns)
      .where(and(isStalled(before), sql`${progressing(before)} < ${RUNS_AT_ONCE}`))
      .orderBy(asc(lastProgress))
      .limit(limit);
    return rows.map((run) => ({ ...run, lastProgressAt: run.progressedAt ?? run.createdAt }));
  },
  restart,
  giveUp: (db, run) => endRun(db, run, { status: "failed", reason: ABANDONED, holder: null }),
};

/** Each start has its own round, and so its own event. */
async function restart(db: Database, run: StalledRun): Promise<DomainEvent | null> {
  const reason = `Nothing has worked on it since ${run.lastProgressAt.toISOString()}: its job was started again.`;
  const [restarted] = await db
    .update(evalRuns)
    .set({ round: run.round + 1, reason })
    .where(
      and(eq(evalRuns.id, run.id), eq(evalRuns.round, run.round), inArray(evalRuns.status, ["pending", "running"])),
    )
    .returning();
  return restarted ? runEvent(restarted) : null;
}

/** Writes on each stalled run why it waits: for other runs of its organization, or for its job to restart. */
export async function sweepRuns(db: Database, now: Date): Promise<void> {
  const before = new Date(now.getTime() - STALLED_MS);
  await db
    .update(evalRuns)
    .set({ reason: sql`'Waits for ' || ${progressing(before)} || ' other runs of the organization.'` })
    .where(and(isStalled(before), sql`${progressing(before)} >= ${RUNS_AT_ONCE}`));
  await resumeStalled(db, now, stalledRuns);
}

/** How long after a run's end the ledger may still get calls that a killed process left in Redis. */
const LEDGER_MS = 15 * 60_000;

/**
 * Adds the lost cost of runs whose process was killed: what the gateway's ledger has charged beyond their cells, for
 * calls whose answers were lost. Replaces the amount that was reserved for these calls.
 */
export async function settleInterrupted(db: Database, now: Date): Promise<number> {
  const runs = await db
    .select()
    .from(evalRuns)
    .where(and(eq(evalRuns.wasInterrupted, true), gt(evalRuns.endedAt, new Date(now.getTime() - LEDGER_MS))))
    .limit(MAX_INTERRUPTED);
  for (const run of runs) {
    const keyId = await judgeKeyIdOf(db, run.organizationId);
    if (!keyId) continue;
    await db.execute(sql`
      update eval_runs set lost_micros = greatest(0, (
        select coalesce(sum(cost_micros), 0) from gateway_ledger
        where key_id = ${keyId}::uuid and occurred_at >= ${run.createdAt.toISOString()}::timestamptz
          and starts_with(request_id, ${requestPrefixOf(run)})) - spent_micros)
      where id = ${run.id}::uuid and ended_at is not null`);
  }
  return runs.length;
}
