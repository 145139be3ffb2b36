// Pages of calls, across the executions of a run test or of an agent's version.
import { and, count, eq, inArray, isNull, type SQL, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { callExecutions, testExecutions } from "@/db/schema";
import type { Verb } from "@/lib/context";
import type * as agentContracts from "@/lib/contracts/simulation/agent-versions";
import type * as runContracts from "@/lib/contracts/simulation/runs/run-executions";
import { inWorkspace } from "@/lib/owned-rows";
import { assertPage, hasText, newestFirst, pageRange } from "@/lib/pages";
import { agentInWorkspace, versionOfAgent } from "../../agents/loaders";
import { type CallRow, runTestInWorkspace } from "../loaders";
import { presentCalls } from "./present-call";

/** Calls whose row contains the text. */
export const saying = (part: string | undefined) =>
  part?.trim() ? hasText(sql`${callExecutions.row}::text`, part.trim()) : undefined;

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
      .orderBy(newestFirst(callExecutions.createdAt), callExecutions.id)
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
    .where(and(inWorkspace(testExecutions, caller), eq(testExecutions.agentVersionId, version.id)));
  return pageOfCalls(db, inArray(callExecutions.executionId, executions), input);
};
