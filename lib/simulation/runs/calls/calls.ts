import { and, asc, eq, isNull, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { callEvaluations, callExecutions, evalLogs, testExecutionEvaluations } from "@/db/schema";
import type { Context, Verb } from "@/lib/context";
import type * as contracts from "@/lib/contracts/simulation/runs/calls";
import { conflict } from "@/lib/errors";
import { errorDetailsOf } from "@/lib/evaluation/localization/localize";
import { inTransaction } from "@/lib/transaction";
import { faultOf } from "../../outcome/rules/conversation";
import { voiceCallOf } from "../../voice/loaders";
import { endFault } from "../end-fault";
import { type CallRow, callInWorkspace, executionInWorkspace, turnsOf } from "../loaders";
import { CLIENT_FAILED } from "../rules/end-fault-before";
import { mayBecome } from "../rules/status";
import { settleExecution } from "../settle";
import { announce } from "../start/announce";
import { skipEvaluations } from "../start/pin-evaluations";
import { presentCalls } from "./present-call";
import { presentTurn } from "./present-turn";

async function presentOne(db: Database, scope: Context["caller"], call: CallRow) {
  const execution = await executionInWorkspace(db, scope, call.executionId);
  const [shown] = await presentCalls(db, execution, [call], { withTranscripts: true });
  if (!shown) throw new Error("expected exactly one presented call");
  return shown;
}

export const getCallExecution: Verb<typeof contracts.getCallExecution> = async (
  { db, caller },
  { call_execution_id },
) => presentOne(db, caller, await callInWorkspace(db, caller, call_execution_id));

const MAX_REASON = 200;

/** The fixed text for a failure that a client reports. */
const GENERIC = "Error processing simulation";

const failedBy = (reason: string) => {
  const fault = faultOf("agent", "no_answer", CLIENT_FAILED, 0, reason);
  return { verdict: "failed", faults: endFault(fault), faultSide: fault.side, faultKind: fault.kind } as const;
};

export const updateCallExecution: Verb<typeof contracts.updateCallExecution> = async (context, input) => {
  const call = await inTransaction(context, async (inner) => {
    const { db, caller, now } = inner;
    const before = await callInWorkspace(db, caller, input.call_execution_id);
    if (input.status === before.status) return before;
    if (!mayBecome(before.status, input.status))
      throw conflict(`A call that is ${before.status} cannot become ${input.status}.`);
    const reason =
      input.status === "failed" ? GENERIC : (input.ended_reason?.slice(0, MAX_REASON) ?? before.endedReason);
    const isOver = input.status === "failed" || input.status === "cancelled" || input.status === "completed";
    // A completed call is judged first, because a client that ends a call sends no more messages.
    const status = input.status === "completed" ? "analyzing" : input.status;
    const [changed] = await db
      .update(callExecutions)
      .set({
        status,
        endedReason: reason,
        ...(isOver ? { endedAt: now(), cause: input.status === "cancelled" ? "cancelled" : "client" } : {}),
        ...(input.status === "ongoing" ? { startedAt: now() } : {}),
        ...(input.status === "failed" ? failedBy(input.ended_reason ?? "") : {}),
      })
      .where(and(eq(callExecutions.id, before.id), eq(callExecutions.status, before.status)))
      .returning();
    if (!changed) throw conflict("The call has changed in the meantime. Try again.");
    if (status === "analyzing") {
      const execution = await executionInWorkspace(db, caller, changed.executionId);
      await announce(inner, execution, `ended-${changed.id}`);
    } else if (isOver) await skipEvaluations(db, changed.id, `The client reported that the call is ${status}.`);
    await settleExecution(db, changed.executionId, now());
    return changed;
  });
  return presentOne(context.db, context.caller, call);
};

export const deleteCallExecution: Verb<typeof contracts.deleteCallExecution> = (context, { call_execution_id }) =>
  inTransaction(context, async ({ db, caller, now }) => {
    const call = await callInWorkspace(db, caller, call_execution_id);
    await db.update(callExecutions).set({ deletedAt: now() }).where(eq(callExecutions.id, call.id));
    await settleExecution(db, call.executionId, now());
    return { message: "Call execution deleted successfully" };
  });

export const getCallTranscripts: Verb<typeof contracts.getCallTranscripts> = async (
  { db, caller },
  { call_execution_id },
) => {
  const call = await callInWorkspace(db, caller, call_execution_id);
  const [turns, voice] = await Promise.all([turnsOf(db, call.id), voiceCallOf(db, call.id)]);
  return {
    call_execution_id: call.id,
    phone_number: voice?.phoneNumber ?? null,
    status: call.status,
    transcripts: turns.map(presentTurn),
    total_transcripts: turns.length,
  };
};

export const getCallLocalizations: Verb<typeof contracts.getCallLocalizations> = async (
  { db, caller },
  { call_execution_id },
) => {
  const call = await callInWorkspace(db, caller, call_execution_id);
  const rows = await db
    .select({ pinned: testExecutionEvaluations, log: evalLogs })
    .from(callEvaluations)
    .innerJoin(testExecutionEvaluations, eq(testExecutionEvaluations.id, callEvaluations.evaluationId))
    .innerJoin(evalLogs, and(eq(evalLogs.id, callEvaluations.logId), isNull(evalLogs.deletedAt)))
    .where(and(eq(callEvaluations.callId, call.id), sql`${evalLogs.localization} is not null`))
    .orderBy(asc(testExecutionEvaluations.createdAt));
  const tasks = rows.map(({ pinned, log }) => ({
    eval_config_id: pinned.bindingId,
    eval_name: pinned.name,
    log_id: log.id,
    status: log.localization?.status ?? "",
    message: log.localization?.message ?? null,
    error_details: errorDetailsOf(log.localization, log.mapping),
  }));
  return { call_execution_id: call.id, error_localizer_tasks: tasks, total_tasks: tasks.length };
};
