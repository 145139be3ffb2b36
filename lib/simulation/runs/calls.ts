import { and, asc, count, desc, eq, inArray, isNull, type SQL, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import {
  agentVersions,
  callEvaluations,
  callExecutions,
  callTurns,
  evalLogs,
  testExecutionEvaluations,
  testExecutions,
} from "@/db/schema";
import type { Context, Verb } from "@/lib/context";
import type * as agentContracts from "@/lib/contracts/simulation/agents";
import type * as contracts from "@/lib/contracts/simulation/calls";
import type * as runContracts from "@/lib/contracts/simulation/run-tests";
import { conflict, invalidField } from "@/lib/errors";
import { errorDetailsOf } from "@/lib/evaluation/localization/localize";
import { fingerprintOf } from "@/lib/evaluation/templates/fingerprint";
import { assertPage, contains, pageRange } from "@/lib/pages";
import { whenNotFound } from "@/lib/rejections";
import { inTransaction } from "@/lib/transaction";
import { agentInWorkspace, versionOfAgent } from "../agents/loaders";
import { snapshotOf } from "../agents/rules/configuration";
import { voiceCallOf } from "../voice/loaders";
import { currentEvaluations } from "./analyze";
import {
  type CallRow,
  callInWorkspace,
  evaluationsOf,
  executionInWorkspace,
  ownExecutions,
  runTestInWorkspace,
  turnsOf,
} from "./loaders";
import { presentCalls, presentTurn } from "./present-call";
import { mayBecome } from "./rules/status";
import { settleExecution } from "./settle";
import { announce, pinEvaluations } from "./start";

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
    // A completed call is judged first: a client that ends a call sends no more messages.
    const status = input.status === "completed" ? "analyzing" : input.status;
    const [changed] = await db
      .update(callExecutions)
      .set({
        status,
        endedReason: reason,
        ...(isOver ? { endedAt: now(), cause: input.status === "cancelled" ? "cancelled" : "client" } : {}),
        ...(input.status === "ongoing" ? { startedAt: now() } : {}),
        ...(input.status === "failed" ? { verdict: "failed", faultSide: "agent", faultKind: "no_answer" } : {}),
      })
      .where(and(eq(callExecutions.id, before.id), eq(callExecutions.status, before.status)))
      .returning();
    if (!changed) throw conflict("The call has changed in the meantime. Try again.");
    if (status === "analyzing") {
      const execution = await executionInWorkspace(db, caller, changed.executionId);
      await announce(inner, execution, `ended-${changed.id}`);
    }
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

/** Calls whose row says something. */
export const saying = (part: string | undefined) =>
  part?.trim() ? sql`${callExecutions.row}::text ilike ${contains(part.trim())}` : undefined;

type Page = Parameters<typeof pageRange>[0] & {
  search?: string | undefined;
  status?: CallRow["status"] | undefined;
};

/** Calls of several executions, newest first. */
async function pageOfCalls(db: Database, which: SQL | undefined, input: Page) {
  const { page, limit, offset } = pageRange(input);
  const where = and(
    which,
    isNull(callExecutions.deletedAt),
    input.status ? eq(callExecutions.status, input.status) : undefined,
    saying(input.search),
  );
  const [[total], calls] = await Promise.all([
    db.select({ count: count() }).from(callExecutions).where(where),
    db
      .select()
      .from(callExecutions)
      .where(where)
      .orderBy(desc(callExecutions.createdAt), desc(callExecutions.id))
      .limit(limit)
      .offset(offset),
  ]);
  const all = total?.count ?? 0;
  assertPage(page, limit, all);
  const executions = await db
    .select()
    .from(testExecutions)
    .where(inArray(testExecutions.id, [...new Set(calls.map(({ executionId }) => executionId))]));
  const shown = await Promise.all(
    executions.map((execution) =>
      presentCalls(
        db,
        execution,
        calls.filter(({ executionId }) => executionId === execution.id),
        { withTranscripts: false },
      ),
    ),
  );
  const byId = new Map(shown.flat().map((call) => [call.id, call]));
  return { count: all, page, limit, results: calls.flatMap(({ id }) => byId.get(id) ?? []) };
}

export const listRunTestCalls: Verb<typeof runContracts.listRunTestCalls> = async ({ db, caller }, input) => {
  const run = await runTestInWorkspace(db, caller, input.run_test_id);
  return pageOfCalls(db, eq(callExecutions.runTestId, run.id), input);
};

export const listVersionCalls: Verb<typeof agentContracts.listVersionCalls> = async ({ db, caller }, input) => {
  const version = await versionOfAgent(db, await agentInWorkspace(db, caller, input.agent_id), input.version_id);
  const executions = db
    .select({ id: testExecutions.id })
    .from(testExecutions)
    .where(and(ownExecutions(caller), eq(testExecutions.agentVersionId, version.id)));
  return pageOfCalls(db, inArray(callExecutions.executionId, executions), input);
};

export const forkCall: Verb<typeof contracts.forkCall> = (context, input) =>
  inTransaction(context, async (inner) => {
    const { db, caller } = inner;
    const call = await callInWorkspace(db, caller, input.call_execution_id);
    const execution = await executionInWorkspace(db, caller, call.executionId);
    if (execution.driver === "client")
      throw conflict("A client drives this agent, so its calls cannot be started from here.");
    if (execution.pinned.agent.type === "voice")
      throw conflict("A phone call cannot be forked. Rerun it from the start instead.");
    const turns = await turnsOf(db, call.id);
    if (input.turn > turns.length) throw invalidField("turn", `The call has ${turns.length} turns.`);
    const { agent } = execution.pinned;
    const pinnedAgent = input.agent_version ? await otherVersion(inner, agent, input.agent_version) : agent;
    const scenario = execution.pinned.scenarios[call.scenarioId];
    const pinned = { agent: pinnedAgent, scenarios: scenario ? { [call.scenarioId]: scenario } : {} };
    const settings = { ...execution.settings, repeats: input.repeats };
    const [forked] = await db
      .insert(testExecutions)
      .values({
        organizationId: execution.organizationId,
        workspaceId: execution.workspaceId,
        runTestId: execution.runTestId,
        driver: "server",
        scenarioIds: [call.scenarioId],
        pinned,
        settings,
        enableToolEvaluation: execution.enableToolEvaluation,
        agentVersionId: pinnedAgent.version_id,
        fingerprint: fingerprintOf({ pinned, settings, forkedFrom: call.id, turn: input.turn }),
        createdBy: caller.userId,
      })
      .returning();
    if (!forked) throw new Error("the execution was not stored");
    const wanted = new Set((await currentEvaluations(db, execution.id)).map(({ bindingId }) => bindingId));
    await pinEvaluations(
      inner,
      forked.id,
      (await evaluationsOf(db, execution.runTestId)).filter(({ id }) => wanted.has(id)),
    );
    const kept = turns.slice(0, input.turn);
    const rows = Array.from({ length: input.repeats }, (_, number) => ({
      organizationId: call.organizationId,
      workspaceId: call.workspaceId,
      executionId: forked.id,
      runTestId: call.runTestId,
      scenarioId: call.scenarioId,
      rowId: call.rowId,
      repeat: number + 1,
      number,
      row: call.row,
      turnCount: kept.length,
      forkedFrom: call.id,
      forkTurn: input.turn,
    }));
    const stored = await db.insert(callExecutions).values(rows).returning({ id: callExecutions.id });
    // An end in a turn that is not copied does not count; if the last copied turn ended the call, the fork continues.
    for (const { id } of stored)
      if (kept.length > 0)
        await db.insert(callTurns).values(kept.map((turn) => ({ ...turn, callId: id, ends: false })));
    await settleExecution(db, forked.id, inner.now());
    await announce(inner, forked, "start");
    return {
      message: "The call is being played again",
      execution_id: forked.id,
      call_execution_ids: stored.map(({ id }) => id),
    };
  });

async function otherVersion({ db, caller }: Context, agent: { id: string }, versionId: string) {
  const version = await versionOfAgent(db, agent, versionId).catch(
    whenNotFound(() => {
      throw invalidField("agent_version", "The agent has no such version.");
    }),
  );
  const [known] = await db
    .select({ id: agentVersions.id })
    .from(agentVersions)
    .where(and(eq(agentVersions.id, version.id), eq(agentVersions.organizationId, caller.organizationId)));
  const { configuration } = version;
  if (!known) throw invalidField("agent_version", "The agent has no such version.");
  if (configuration.agent_type === "voice" || !configuration.target || configuration.target.type === "client")
    throw invalidField(
      "agent_version",
      "This version cannot be called from here. It is not a text agent with an address or a model.",
    );
  return {
    id: agent.id,
    name: configuration.agent_name,
    type: configuration.agent_type,
    version_id: version.id,
    version: version.number,
    snapshot: {
      ...snapshotOf(configuration, version.commitMessage),
      target: configuration.target,
      inbound: configuration.inbound,
    },
  };
}
