// Summaries of evaluation results: of a run test, a version of an agent, or several executions.
import { and, eq, inArray } from "drizzle-orm";
import type { Database } from "@/db/client";
import { testExecutions } from "@/db/schema";
import type { Verb } from "@/lib/context";
import { id as uuid } from "@/lib/contracts/shapes";
import type * as agentContracts from "@/lib/contracts/simulation/agent-versions";
import type * as runContracts from "@/lib/contracts/simulation/runs/reruns";
import { invalidField, notFound } from "@/lib/errors";
import { inWorkspace, type Workspace } from "@/lib/owned-rows";
import { newestFirst } from "@/lib/pages";
import { isNoFork } from "../../agents/forks";
import { agentInWorkspace, versionOfAgent } from "../../agents/loaders";
import { runTestInWorkspace } from "../loaders";
import { evaluationResults, summaryOf } from "./evaluation-results";

/** Executions of a run test, by the client's ids, or all except forks. Throws `not_found` for an unknown id. */
async function executionsOf(
  db: Database,
  workspace: Workspace,
  runTestId: string,
  ids: readonly string[] | null,
): Promise<string[]> {
  const rows = await db
    .select({ id: testExecutions.id })
    .from(testExecutions)
    .where(
      and(
        inWorkspace(testExecutions, workspace),
        eq(testExecutions.runTestId, runTestId),
        ids ? inArray(testExecutions.id, [...ids]) : isNoFork(),
      ),
    );
  if (ids && rows.length < new Set(ids).size) throw notFound("Test execution not found.");
  return rows.map(({ id }) => id);
}

export const getEvalSummary: Verb<typeof runContracts.getEvalSummary> = async ({ db, caller }, input) => {
  const run = await runTestInWorkspace(db, caller, input.run_test_id);
  const ids = await executionsOf(db, caller, run.id, input.execution_id ? [input.execution_id.toLowerCase()] : null);
  return summaryOf(await evaluationResults(db, ids));
};

const MAX_OF_VERSION = 20;

export const getVersionEvalSummary: Verb<typeof agentContracts.getVersionEvalSummary> = async (
  { db, caller },
  input,
) => {
  const version = await versionOfAgent(db, await agentInWorkspace(db, caller, input.agent_id), input.version_id);
  const newest = await db
    .select({ id: testExecutions.id })
    .from(testExecutions)
    .where(and(inWorkspace(testExecutions, caller), eq(testExecutions.agentVersionId, version.id), isNoFork()))
    .orderBy(newestFirst(testExecutions.createdAt), testExecutions.id)
    .limit(MAX_OF_VERSION);
  return summaryOf(
    await evaluationResults(
      db,
      newest.map(({ id }) => id),
    ),
  );
};

const MAX_COMPARED = 20;

export const compareEvalSummaries: Verb<typeof runContracts.compareEvalSummaries> = async ({ db, caller }, input) => {
  const run = await runTestInWorkspace(db, caller, input.run_test_id);
  const ids = [...new Set(input.execution_ids.match(/[0-9a-fA-F-]{36}/g)?.map((id) => id.toLowerCase()) ?? [])];
  if (ids.length === 0 || ids.length > MAX_COMPARED || ids.some((id) => !uuid.safeParse(id).success))
    throw invalidField("execution_ids", `Must name 1 to ${MAX_COMPARED} executions by their ids.`);
  await executionsOf(db, caller, run.id, ids);
  const summaries = await Promise.all(
    ids.map(async (id) => [id, summaryOf(await evaluationResults(db, [id]))] as const),
  );
  return Object.fromEntries(summaries);
};
