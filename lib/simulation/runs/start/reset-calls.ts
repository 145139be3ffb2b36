// Resets calls, so that their job judges them again or plays them from the start.
import { and, eq, gte, inArray, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { callEvaluations, callExecutions, callSnapshots, callTurns, testExecutions, voiceCalls } from "@/db/schema";
import type { Context } from "@/lib/context";
import type { RerunType } from "@/lib/contracts/simulation/call-names";
import { invalidField } from "@/lib/errors";
import { lineFor } from "../../voice/telephony-account";
import { presentCalls } from "../calls/present-call";
import type { BindingRow, CallRow, ExecutionRow } from "../loaders";
import { isOpen } from "../rules/status";
import { settleExecution } from "../settle";
import { announce } from "./announce";
import { expectEvaluations, pinEvaluations } from "./pin-evaluations";

/** How many turns of a call are another's, of which it was forked. */
const takenOver = sql<number>`coalesce(${callExecutions.forkTurn}, 0)`;

interface Outcome {
  done: CallRow[];
  refused: { call_execution_id: string; error: string }[];
}

/** Resets calls, so that the job judges them again, or plays them from the start. Runs in a transaction. */
export async function setBack(
  inner: Context,
  execution: ExecutionRow,
  calls: readonly CallRow[],
  type: RerunType,
  bindings: readonly BindingRow[],
): Promise<Outcome> {
  const { db, now } = inner;
  const refused = calls
    .filter(({ status }) => isOpen(status))
    .map(({ id }) => ({ call_execution_id: id, error: "The call has not ended yet." }));
  const over = calls.filter(({ status }) => !isOpen(status));
  const unplayed = type === "eval_only" ? over.filter(({ turnCount }) => turnCount === 0) : [];
  refused.push(
    ...unplayed.map(({ id }) => ({ call_execution_id: id, error: "The call has no messages to evaluate." })),
  );
  const done = over.filter((call) => !unplayed.includes(call));
  const ids = done.map(({ id }) => id);
  if (ids.length === 0) return { done, refused };
  if (type === "call_and_eval") {
    const shown = await presentCalls(db, execution, done, { withTranscripts: true });
    for (const call of shown)
      await db
        .insert(callSnapshots)
        .values({ callId: call.id, rerunType: type, call: { ...call, rerun_snapshots: [] } });
    // A fork keeps the turns that it copied from another call.
    const taken = db.select({ turn: takenOver }).from(callExecutions).where(eq(callExecutions.id, callTurns.callId));
    await db.delete(callTurns).where(and(inArray(callTurns.callId, ids), gte(callTurns.number, taken)));
    await db.delete(callEvaluations).where(inArray(callEvaluations.callId, ids));
    await db.delete(voiceCalls).where(inArray(voiceCalls.callId, ids));
  } else {
    const pinned = await pinEvaluations(inner, execution.id, bindings);
    await expectEvaluations(db, ids, pinned);
  }
  const cleared = { verdict: null, faultSide: null, faultKind: null };
  const again = {
    ...cleared,
    faults: [],
    faultRules: [],
    checks: [],
    metrics: {},
    overallScore: null,
    toolOutputs: {},
    turnCount: takenOver,
    cause: null,
    endedReason: null,
    endedAt: null,
    startedAt: null,
    state: null,
    waits: 0,
    waitUntil: null,
    status: "pending" as const,
  };
  await db
    .update(callExecutions)
    .set(type === "call_and_eval" ? again : { ...cleared, status: "analyzing" as const })
    .where(inArray(callExecutions.id, ids));
  await db
    .update(testExecutions)
    .set({ status: type === "call_and_eval" ? "running" : "evaluating", endedAt: null, updatedAt: now() })
    .where(eq(testExecutions.id, execution.id));
  await settleExecution(db, execution.id, now());
  await announce(inner, execution, crypto.randomUUID());
  return { done, refused };
}

export const lineOf = async (db: Database, { organizationId, pinned }: ExecutionRow) =>
  pinned.agent.type === "voice" ? await lineFor(db, organizationId) : null;

export const assertRerunnable = (
  execution: ExecutionRow,
  type: RerunType,
  line: Awaited<ReturnType<typeof lineOf>>,
): void => {
  if (type === "call_and_eval" && execution.driver === "client")
    throw invalidField("rerun_type", "A client drives this agent, so only eval_only can be rerun here.");
  if (type === "call_and_eval" && line && "flaw" in line)
    throw invalidField("rerun_type", `${line.flaw}. Only eval_only can be rerun.`);
};
