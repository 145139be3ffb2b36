// Plays a call again from one of its turns.
import { and, eq } from "drizzle-orm";
import type { Database } from "@/db/client";
import { agentVersions, callExecutions, callTurns, testExecutions } from "@/db/schema";
import type { Context, Verb } from "@/lib/context";
import type * as contracts from "@/lib/contracts/simulation/runs/calls";
import { conflict, invalidField } from "@/lib/errors";
import { fingerprintOf } from "@/lib/evaluation/templates/fingerprint";
import { whenNotFound } from "@/lib/rejections";
import { inTransaction } from "@/lib/transaction";
import { versionOfAgent } from "../../agents/loaders";
import { currentEvaluations } from "../analyze/current-evaluations";
import {
  type CallRow,
  callInWorkspace,
  type ExecutionRow,
  evaluationsOf,
  executionInWorkspace,
  type TurnRow,
  turnsOf,
} from "../loaders";
import { pinnedAgentOf } from "../rules/pinned-agent";
import { settleExecution } from "../settle";
import { announce } from "./announce";
import { requireJudges } from "./judges";
import { pinEvaluations } from "./pin-evaluations";

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
    const pinnedIds = new Set((await currentEvaluations(db, execution.id)).map(({ bindingId }) => bindingId));
    const evaluations = (await evaluationsOf(db, execution.runTestId)).filter(({ id }) => pinnedIds.has(id));
    await requireJudges(db, execution.organizationId, evaluations);
    await pinEvaluations(inner, forked.id, evaluations);
    const ids = await insertForks(db, call, forked, turns.slice(0, input.turn), input.repeats);
    await settleExecution(db, forked.id, inner.now());
    await announce(inner, forked, "start");
    return {
      message: "The call is being played again",
      execution_id: forked.id,
      call_execution_ids: ids,
    };
  });

/** The calls of a fork, each with the turns that it copies. */
async function insertForks(
  db: Database,
  call: CallRow,
  forked: ExecutionRow,
  kept: readonly TurnRow[],
  repeats: number,
): Promise<string[]> {
  const rows = Array.from({ length: repeats }, (_, number) => ({
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
    forkTurn: kept.length,
  }));
  const stored = await db.insert(callExecutions).values(rows).returning({ id: callExecutions.id });
  // An end in a turn that is not copied does not count; if the last copied turn ended the call, the fork continues.
  for (const { id } of stored)
    if (kept.length > 0) await db.insert(callTurns).values(kept.map((turn) => ({ ...turn, callId: id, ends: false })));
  return stored.map(({ id }) => id);
}

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
  return pinnedAgentOf(agent.id, version);
}
