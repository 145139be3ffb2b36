// Sweeps runs that have stopped progressing, and the spend of killed processes.
import { and, eq, gt, inArray, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { evalRuns } from "@/db/schema";
import { transaction } from "@/db/transaction";
import { sendCommitted, storeEvent } from "@/lib/events";
import { judgeKeyIdOf } from "../judge/organization-key";
import { requestPrefixOf } from "./cell-result";
import { endRun, runEvent } from "./end-run";

/** A step writes each second or so and ends within half a minute; between steps a minute is slept at most. */
const STILL_MS = 150_000;
/** How long a run without progress is restarted before it fails. */
const GIVEN_UP_MS = 60 * 60_000;
const MOST = 100;

/** Runs of an organization that work at once; the others wait. */
export const RUNS_AT_ONCE = 4;

/**
 * Says why a run waits: others of its organization are before it, or nothing has worked on it. Then its job is started once
 * more, and a run whose job was started in vain several times has failed, so that none stays pending. Returns how many it found.
 */
export async function sweepRuns(db: Database, now: Date): Promise<number> {
  const stillSince = new Date(now.getTime() - STILL_MS).toISOString();
  const still = await db
    .select()
    .from(evalRuns)
    .where(
      and(
        inArray(evalRuns.status, ["pending", "running"]),
        sql`coalesce(${evalRuns.progressedAt}, ${evalRuns.createdAt}) < ${stillSince}::timestamptz`,
      ),
    )
    .limit(MOST);
  for (const run of still) {
    const [busy] = await db
      .select({ count: sql<number>`count(*)::int` })
      .from(evalRuns)
      .where(
        and(
          eq(evalRuns.organizationId, run.organizationId),
          eq(evalRuns.status, "running"),
          sql`${evalRuns.progressedAt} >= ${stillSince}::timestamptz`,
        ),
      );
    if ((busy?.count ?? 0) >= RUNS_AT_ONCE) {
      const reason = `Waits for ${busy?.count} other runs of the organization.`;
      await db.update(evalRuns).set({ reason }).where(eq(evalRuns.id, run.id));
    } else if ((run.progressedAt ?? run.createdAt).getTime() < now.getTime() - GIVEN_UP_MS) {
      const reason = "Nothing has worked on it for a long time: the job runner does not take it up. Try it again.";
      await endRun(db, run, { status: "failed", reason, holder: null });
    } else await startAgain(db, run);
  }
  return still.length;
}

async function startAgain(db: Database, run: typeof evalRuns.$inferSelect): Promise<void> {
  const since = (run.progressedAt ?? run.createdAt).toISOString();
  const event = await transaction(db, async (tx) => {
    const [again] = await tx
      .update(evalRuns)
      .set({
        round: run.round + 1,
        reason: `Nothing has worked on it since ${since}: its job was started again.`,
      })
      .where(
        and(eq(evalRuns.id, run.id), eq(evalRuns.round, run.round), inArray(evalRuns.status, ["pending", "running"])),
      )
      .returning();
    if (!again) return null;
    await storeEvent(tx, runEvent(again));
    return runEvent(again);
  });
  if (event) await sendCommitted(db, [event]);
}

/** How long after the end of a run the ledger may still learn of calls that a killed process left in Redis. */
const LEDGER_MS = 15 * 60_000;

/**
 * Of runs in the midst of which a process was killed, what the gateway's ledger has charged beyond what their cells know: calls
 * whose answers were lost. Replaces what was held for them.
 */
export async function settleInterrupted(db: Database, now: Date): Promise<number> {
  const runs = await db
    .select()
    .from(evalRuns)
    .where(and(eq(evalRuns.wasInterrupted, true), gt(evalRuns.endedAt, new Date(now.getTime() - LEDGER_MS))))
    .limit(MOST);
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
