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

/**
 * A run test's named executions, all, or all except the named ones. Throws for a named one that is not the run test's.
 */
export async function chosenExecutions(
  { db }: Context,
  runTestId: string,
  callIds: readonly string[],
  isAll: boolean,
): Promise<ExecutionRow[]> {
  const ids = callIds.map((id) => id.toLowerCase());
  if (ids.length === 0 && !isAll)
    throw invalidField("test_execution_ids", "List test_execution_ids, or set select_all.");
  const rows = await db
    .select()
    .from(testExecutions)
    .where(and(eq(testExecutions.runTestId, runTestId), isNull(testExecutions.deletedAt)))
    .orderBy(testExecutions.createdAt)
    .limit(1_000);
  const known = new Set(rows.map(({ id }) => id));
  const missing = ids.find((id) => !known.has(id));
  if (missing) throw invalidField("test_execution_ids", `There is no such execution of the run test: ${missing}.`);
  const named = new Set(ids);
  return rows.filter(({ id }) => (isAll ? !named.has(id) : named.has(id)));
}

export const liveCalls = (executionId: string) =>
  and(eq(callExecutions.executionId, executionId), isNull(callExecutions.deletedAt));
