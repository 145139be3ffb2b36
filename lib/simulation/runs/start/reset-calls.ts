// Resets calls, so that their job judges them again or plays them from the start.
import { and, eq, gte, inArray, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { callEvaluations, callExecutions, callSnapshots, callTurns, testExecutions, voiceCalls } from "@/db/schema";
import type { Context } from "@/lib/context";
import type { RerunType } from "@/lib/contracts/simulation/call-names";
import { invalidField } from "@/lib/errors";
import { lineFor } from "../../voice/telephony-account";
import { currentEvaluations } from "../analyze/current-evaluations";
import { presentCalls } from "../calls/present-call";
import type { BindingRow, CallRow, ExecutionRow } from "../loaders";
import { faultsWithEnd } from "../rules/end-fault-before";
import { rerunFlaw, rerunStatus } from "../rules/status";
import { settleExecution } from "../settle";
import { announce } from "./announce";
import { requireJudges } from "./judges";
import { expectEvaluations, pinEvaluations } from "./pin-evaluations";

const KEEPS_EVALUATIONS =
  " The execution keeps its evaluations: once you have named a judge, evaluate the calls again before you play them again.";

/** How many turns of a call were copied from the call that it forks. */
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
  const openOnPhone = await openPhoneCalls(db, execution.id);
  const { done, refused } = sorted(calls, type, openOnPhone);
  const ids = done.map(({ id }) => id);
  // The job hangs up phone calls; it may have been lost.
  if (ids.length === 0 && openOnPhone.size > 0) await announce(inner, execution, crypto.randomUUID());
  if (ids.length === 0) return { done, refused };
  const isReplayed = type === "call_and_eval";
  const evaluations = isReplayed ? await currentEvaluations(db, execution.id) : bindings;
  await requireJudges(db, execution.organizationId, evaluations, isReplayed ? KEEPS_EVALUATIONS : "");
  if (isReplayed) await deleteResults(db, execution, done, type);
  else await expectEvaluations(db, ids, await pinEvaluations(inner, execution.id, bindings));
  await db
    .update(callExecutions)
    .set(isReplayed ? unplayed : { ...unjudged, status: "analyzing" })
    .where(inArray(callExecutions.id, ids));
  if (!isReplayed) await keepEnds(db, done);
  // Read after the calls are locked, because a cancellation locks them first.
  const [current = execution] = await db
    .select({ status: testExecutions.status, totalCalls: testExecutions.totalCalls })
    .from(testExecutions)
    .where(eq(testExecutions.id, execution.id))
    .for("no key update");
  await db
    .update(testExecutions)
    .set({
      status: rerunStatus(current.status, type),
      updatedAt: now(),
      ...(isReplayed ? { endedAt: null } : {}),
      // All calls are played from the start, so the execution begins again.
      ...(isReplayed && ids.length === current.totalCalls ? { startedAt: null } : {}),
    })
    .where(eq(testExecutions.id, execution.id));
  await settleExecution(db, execution.id, now());
  await announce(inner, execution, crypto.randomUUID());
  return { done, refused };
}

/** Faults that ended calls are stored after the last turn, where the next analysis keeps them. */
async function keepEnds(db: Database, calls: readonly CallRow[]): Promise<void> {
  for (const call of calls) {
    const faults = faultsWithEnd(call);
    if (faults) await db.update(callExecutions).set({ faults }).where(eq(callExecutions.id, call.id));
  }
}

const unjudged = { verdict: null, faultSide: null, faultKind: null };
const unplayed = {
  ...unjudged,
  faults: [],
  faultRules: [],
  checks: [],
  metrics: {},
  overallScore: null,
  // Of the last play. The execution keeps what it has spent, and its ceiling counts that.
  costMicros: 0,
  unpriced: 0,
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

/** The calls that may still go on at the provider. */
async function openPhoneCalls(db: Database, executionId: string): Promise<ReadonlySet<string>> {
  const rows = await db
    .select({ callId: voiceCalls.callId })
    .from(voiceCalls)
    .where(and(eq(voiceCalls.executionId, executionId), voiceCalls.isOpen));
  return new Set(rows.map(({ callId }) => callId));
}

/** The calls that can be reset, and why the others cannot. */
function sorted(calls: readonly CallRow[], type: RerunType, openOnPhone: ReadonlySet<string>): Outcome {
  const judged = calls.map((call) => ({ call, error: rerunFlaw(call, type, openOnPhone.has(call.id)) }));
  return {
    done: judged.flatMap(({ call, error }) => (error === null ? [call] : [])),
    refused: judged.flatMap(({ call, error }) => (error === null ? [] : [{ call_execution_id: call.id, error }])),
  };
}

/** A copy of each call is kept. A fork keeps the turns that it copied from another call. */
async function deleteResults(db: Database, execution: ExecutionRow, calls: readonly CallRow[], type: RerunType) {
  const ids = calls.map(({ id }) => id);
  const shown = await presentCalls(db, execution, calls, { withTranscripts: true });
  for (const call of shown)
    await db.insert(callSnapshots).values({ callId: call.id, rerunType: type, call: { ...call, rerun_snapshots: [] } });
  const taken = db.select({ turn: takenOver }).from(callExecutions).where(eq(callExecutions.id, callTurns.callId));
  await db.delete(callTurns).where(and(inArray(callTurns.callId, ids), gte(callTurns.number, taken)));
  await db.delete(callEvaluations).where(inArray(callEvaluations.callId, ids));
  await db.delete(voiceCalls).where(inArray(voiceCalls.callId, ids));
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
