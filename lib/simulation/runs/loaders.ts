// The only ways to load run tests, executions and calls: each names the workspace of the organization that it must
// belong to.
import { and, asc, eq, inArray, isNull } from "drizzle-orm";
import type { Database } from "@/db/client";
import { callExecutions, callSnapshots, callTurns, evalBindings, runTests, testExecutions } from "@/db/schema";
import { notFound } from "@/lib/errors";
import { groupBy } from "@/lib/group-by";
import { inWorkspace, type Workspace } from "@/lib/owned-rows";

export type RunTestRow = typeof runTests.$inferSelect;
export type ExecutionRow = typeof testExecutions.$inferSelect;
export type CallRow = typeof callExecutions.$inferSelect;
export type TurnRow = typeof callTurns.$inferSelect;
export type BindingRow = typeof evalBindings.$inferSelect;

export async function runTestInWorkspace(db: Database, workspace: Workspace, id: string): Promise<RunTestRow> {
  const [row] = await db
    .select()
    .from(runTests)
    .where(and(inWorkspace(runTests, workspace), eq(runTests.id, id)));
  if (!row) throw notFound("Run test not found.");
  return row;
}

/** The run test, locked until the transaction ends. */
export async function lockRunTest(db: Database, workspace: Workspace, id: string): Promise<RunTestRow> {
  const [row] = await db
    .select()
    .from(runTests)
    .where(and(inWorkspace(runTests, workspace), eq(runTests.id, id)))
    .for("update");
  if (!row) throw notFound("Run test not found.");
  return row;
}

export async function executionInWorkspace(db: Database, workspace: Workspace, id: string): Promise<ExecutionRow> {
  const [row] = await db
    .select()
    .from(testExecutions)
    .where(and(inWorkspace(testExecutions, workspace), eq(testExecutions.id, id)));
  if (!row) throw notFound("Test execution not found.");
  return row;
}

export async function callInWorkspace(db: Database, workspace: Workspace, id: string): Promise<CallRow> {
  const [row] = await db
    .select()
    .from(callExecutions)
    .where(and(inWorkspace(callExecutions, workspace), eq(callExecutions.id, id)));
  if (!row) throw notFound("Call execution not found.");
  return row;
}

/** How often the call was played before. Each time, a snapshot was kept. */
export const earlierPlaysOf = (db: Database, callId: string): Promise<number> =>
  db.$count(callSnapshots, eq(callSnapshots.callId, callId));

export const turnsOf = (db: Database, callId: string): Promise<TurnRow[]> =>
  db.select().from(callTurns).where(eq(callTurns.callId, callId)).orderBy(asc(callTurns.number));

/** By call id, for the calls that have some, in one statement. */
export async function turnsByCall(
  db: Database,
  calls: readonly Pick<CallRow, "id" | "turnCount">[],
): Promise<ReadonlyMap<string, TurnRow[]>> {
  const begun = calls.flatMap(({ id, turnCount }) => (turnCount > 0 ? [id] : []));
  if (begun.length === 0) return new Map();
  const turns = await db
    .select()
    .from(callTurns)
    .where(inArray(callTurns.callId, begun))
    .orderBy(asc(callTurns.callId), asc(callTurns.number));
  return groupBy(turns, ({ callId }) => callId);
}

/** The evaluations of a run test, oldest first. */
export const evaluationsOf = (db: Database, runTestId: string): Promise<BindingRow[]> =>
  db
    .select()
    .from(evalBindings)
    .where(
      and(eq(evalBindings.target, "SIMULATE"), eq(evalBindings.targetId, runTestId), isNull(evalBindings.deletedAt)),
    )
    .orderBy(asc(evalBindings.createdAt), asc(evalBindings.id));
