// Sweeps stalled work: calls that no client drives any more, and executions whose job was interrupted.
import { and, eq, inArray, isNull, lt, or, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { callExecutions, testExecutions } from "@/db/schema";
import { transaction } from "@/db/transaction";
import type { DomainEvent } from "@/lib/events";
import { settleExecution } from "./settle";

/** A call without a message for this long is ended. */
const STANDING_MS = 30 * 60_000;
/** An execution that no step has touched for so long has no job any more. */
const ABANDONED_MS = 3 * 60_000;
const MOST = 200;

/** Ends calls that stand still, and says which executions have to be taken up again. What runs twice has one effect. */
export async function sweepSimulations(db: Database, now: Date): Promise<DomainEvent[]> {
  await transaction(db, (tx) => endStanding(tx, now));
  const abandoned = await db
    .select({ id: testExecutions.id, organizationId: testExecutions.organizationId, status: testExecutions.status })
    .from(testExecutions)
    .where(
      and(
        inArray(testExecutions.status, ["pending", "running", "evaluating", "cancelling"]),
        isNull(testExecutions.deletedAt),
        lt(testExecutions.updatedAt, new Date(now.getTime() - ABANDONED_MS)),
        or(eq(testExecutions.driver, "server"), sql`${testExecutions.analyzingCalls} > 0`),
      ),
    )
    .limit(MOST);
  const minute = Math.floor(now.getTime() / 60_000);
  return abandoned.map(({ id, organizationId }) => ({
    id: `simulation-${id}-swept-${minute}`,
    name: "simulation/execution.advanced",
    data: { executionId: id, organizationId },
  }));
}

async function endStanding(db: Database, now: Date): Promise<void> {
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
      faults: [fault],
      faultSide: fault.side,
      faultKind: fault.kind,
      verdict: "excluded",
    })
    .where(
      and(
        lt(callExecutions.updatedAt, new Date(now.getTime() - STANDING_MS)),
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

/** Stores why an execution is interrupted; the sweep resumes it. */
export async function breakOff(
  db: Database,
  organizationId: string,
  executionId: string,
  cause: string,
): Promise<void> {
  await db
    .update(testExecutions)
    .set({ error: `The work was interrupted and resumes within minutes. ${cause}` })
    .where(
      and(
        eq(testExecutions.id, executionId),
        eq(testExecutions.organizationId, organizationId),
        inArray(testExecutions.status, ["pending", "running", "evaluating", "cancelling"]),
      ),
    );
}
