// The calls and executions that a rerun request names.
import { and, eq, inArray, isNull, notInArray, or, type SQL } from "drizzle-orm";
import { callExecutions, testExecutions } from "@/db/schema";
import type { Context } from "@/lib/context";
import { invalidField } from "@/lib/errors";
import type { ExecutionRow } from "../loaders";

/** Calls that failed or were excluded. */
const failedOnes = or(eq(callExecutions.status, "failed"), inArray(callExecutions.verdict, ["failed", "excluded"]));

/**
 * An execution's named calls, all calls, or all except the named ones; with `onlyFailed`, only the failed ones of
 * these.
 */
export function chosenOf(
  executionId: string,
  ids: readonly string[],
  isAll: boolean,
  onlyFailed: boolean,
): SQL | undefined {
  const named = ids.map((id) => id.toLowerCase());
  const choice = isAll ? notInArray(callExecutions.id, named) : inArray(callExecutions.id, named);
  return and(liveCalls(executionId), named.length > 0 ? choice : undefined, onlyFailed ? failedOnes : undefined);
}

/** The most executions of a run test that one request may choose. */
const MAX_EXECUTIONS = 1_000;

/**
 * A run test's named executions, all, or all except the named ones. Throws for a named one that is not the run test's,
 * and for more than it may choose.
 */
export async function chosenExecutions(
  { db }: Context,
  runTestId: string,
  executionIds: readonly string[],
  isAll: boolean,
): Promise<ExecutionRow[]> {
  const ids = executionIds.map((id) => id.toLowerCase());
  if (ids.length === 0 && !isAll)
    throw invalidField("test_execution_ids", "List test_execution_ids, or set select_all.");
  const own = and(eq(testExecutions.runTestId, runTestId), isNull(testExecutions.deletedAt));
  const named = and(own, inArray(testExecutions.id, ids));
  const known = new Set(
    (await db.select({ id: testExecutions.id }).from(testExecutions).where(named)).map(({ id }) => id),
  );
  const missing = ids.find((id) => !known.has(id));
  if (missing) throw invalidField("test_execution_ids", `There is no such execution of the run test: ${missing}.`);
  const rows = await db
    .select()
    .from(testExecutions)
    .where(isAll ? and(own, notInArray(testExecutions.id, ids)) : named)
    .orderBy(testExecutions.createdAt)
    .limit(MAX_EXECUTIONS + 1);
  if (rows.length > MAX_EXECUTIONS)
    throw invalidField("select_all", "The run test has more than 1,000 executions. List test_execution_ids.");
  return rows;
}

export const liveCalls = (executionId: string) =>
  and(eq(callExecutions.executionId, executionId), isNull(callExecutions.deletedAt));
