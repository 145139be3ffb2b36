// Calls that no client drives any more, and executions whose job was interrupted.
import { and, asc, eq, inArray, isNull, lt, or, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { callExecutions, testExecutions } from "@/db/schema";
import { transaction } from "@/db/transaction";
import { restartId, type Stalled, type StalledWork } from "@/lib/jobs/resume-stalled";
import { endFault } from "../end-fault";
import { settleExecution } from "../settle";

/** A call without a message for this long is ended. */
const SILENT_MS = 30 * 60_000;
/** Each step touches its execution. */
const STALLED_MS = 3 * 60_000;

const { id, organizationId, status, updatedAt } = testExecutions;
const isOpen = inArray(status, ["pending", "running", "evaluating", "cancelling"]);

export const stalledExecutions: StalledWork<Stalled> = {
  stalledMs: STALLED_MS,
  find: (db, { before, limit }) =>
    db
      .select({ id, organizationId, lastProgressAt: updatedAt })
      .from(testExecutions)
      .where(
        and(
          isOpen,
          isNull(testExecutions.deletedAt),
          lt(updatedAt, before),
          or(eq(testExecutions.driver, "server"), sql`${testExecutions.analyzingCalls} > 0`),
        ),
      )
      .orderBy(asc(updatedAt))
      .limit(limit),
  restart: (_, stalled, now) => ({
    id: restartId("simulation", stalled.id, now, STALLED_MS),
    name: "simulation/execution.advanced",
    data: { executionId: stalled.id, organizationId: stalled.organizationId },
  }),
};

/** Ends calls without a message for half an hour. Running it twice has one effect. */
export const endSilentCalls = (db: Database, now: Date): Promise<void> => transaction(db, (tx) => endSilent(tx, now));

async function endSilent(db: Database, now: Date): Promise<void> {
  const fault = {
    side: "provider" as const,
    kind: "stalled" as const,
    message: "There was no message for 30 minutes.",
    evidence: { turn: 0, text: "" },
  };
  const stalledCalls = await db
    .update(callExecutions)
    .set({
      status: "failed",
      cause: "stalled",
      endedReason: "silence-timed-out",
      endedAt: now,
      faults: endFault(fault),
      faultSide: fault.side,
      faultKind: fault.kind,
      verdict: "excluded",
    })
    .where(
      and(
        lt(callExecutions.updatedAt, new Date(now.getTime() - SILENT_MS)),
        isNull(callExecutions.deletedAt),
        or(
          eq(callExecutions.status, "ongoing"),
          // A waiting call is stalled only if a client should have begun it.
          and(
            inArray(callExecutions.status, ["pending", "queued"]),
            sql`${callExecutions.executionId} in (select ${testExecutions.id} from ${testExecutions} where ${testExecutions.driver} = 'client')`,
          ),
        ),
      ),
    )
    .returning({ executionId: callExecutions.executionId });
  for (const id of new Set(stalledCalls.map(({ executionId }) => executionId).sort()))
    await settleExecution(db, id, now);
}

/** The most abandoned executions that are settled at a time. */
const MOST_ABANDONED = 100;

/**
 * Ends executions whose client has not created all calls, has no open call, and changed nothing for half an hour. They
 * expect no more calls than were made. A client that comes back goes on (start.ts).
 */
export const settleAbandoned = (db: Database, now: Date): Promise<void> =>
  transaction(db, async (tx) => {
    const { driver, pendingCalls, ongoingCalls, analyzingCalls, pinned } = testExecutions;
    const abandoned = await tx
      .select({ id })
      .from(testExecutions)
      .where(
        and(
          inArray(status, ["pending", "running"]),
          eq(driver, "client"),
          isNull(testExecutions.deletedAt),
          lt(updatedAt, new Date(now.getTime() - SILENT_MS)),
          sql`${pendingCalls} + ${ongoingCalls} + ${analyzingCalls} = 0`,
        ),
      )
      .orderBy(asc(updatedAt))
      .limit(MOST_ABANDONED)
      .for("no key update", { skipLocked: true });
    const made = sql`(select count(*)::int from ${callExecutions} where ${callExecutions.executionId} = ${id})`;
    for (const one of abandoned) {
      const expected = sql`jsonb_set(${pinned}, '{expected_calls}', to_jsonb(${made}))`;
      await tx.update(testExecutions).set({ pinned: expected }).where(eq(id, one.id));
      await settleExecution(tx, one.id, now);
    }
  });

/** Stores why an execution is interrupted; the sweep resumes it. */
export async function noteInterruption(
  db: Database,
  organization: string,
  executionId: string,
  cause: string,
): Promise<void> {
  await db
    .update(testExecutions)
    .set({ error: `The work was interrupted and resumes within minutes. ${cause}` })
    .where(and(eq(id, executionId), eq(organizationId, organization), isOpen));
}
