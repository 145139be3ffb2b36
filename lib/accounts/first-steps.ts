// When the first data of each kind arrived: one look-up by index each.
import { and, asc, eq, exists, inArray, isNull, sql } from "drizzle-orm";
import {
  datasetRows,
  datasets,
  evalRuns,
  gatewayRequests,
  invitations,
  runTests,
  testExecutions,
  traces,
} from "@/db/schema";
import type { Verb } from "@/lib/context";
import type * as contracts from "@/lib/contracts/accounts/first-steps";

export const getFirstSteps: Verb<typeof contracts.getFirstSteps> = async ({ db, caller: { organizationId } }) => {
  const ownTests = db.select({ id: runTests.id }).from(runTests).where(eq(runTests.organizationId, organizationId));
  const row = db.select({ one: sql`1` }).from(datasetRows).where(eq(datasetRows.datasetId, datasets.id));
  const [trace, request, rows, invitation, evaluation, execution] = await Promise.all([
    db
      .select({ at: traces.createdAt })
      .from(traces)
      .where(and(eq(traces.organizationId, organizationId), eq(traces.isInternal, false)))
      .orderBy(asc(traces.startedAt), asc(traces.id))
      .limit(1),
    db
      .select({ at: gatewayRequests.startedAt })
      .from(gatewayRequests)
      .where(eq(gatewayRequests.organizationId, organizationId))
      .orderBy(asc(gatewayRequests.startedAt))
      .limit(1),
    db
      .select({ at: datasets.createdAt })
      .from(datasets)
      .where(and(eq(datasets.organizationId, organizationId), isNull(datasets.deletedAt), exists(row)))
      .orderBy(asc(datasets.createdAt))
      .limit(1),
    db
      .select({ at: invitations.createdAt })
      .from(invitations)
      .where(eq(invitations.organizationId, organizationId))
      .orderBy(asc(invitations.createdAt))
      .limit(1),
    db
      .select({ at: evalRuns.createdAt })
      .from(evalRuns)
      .where(eq(evalRuns.organizationId, organizationId))
      .orderBy(asc(evalRuns.createdAt))
      .limit(1),
    db
      .select({ at: testExecutions.createdAt })
      .from(testExecutions)
      .where(inArray(testExecutions.runTestId, ownTests))
      .orderBy(asc(testExecutions.createdAt))
      .limit(1),
  ]);
  return {
    trace: first(trace),
    request: first(request),
    rows: first(rows),
    invitation: first(invitation),
    run: first([...evaluation, ...execution]),
  };
};

/** The earliest; null without any. */
function first(moments: readonly { at: Date }[]): string | null {
  const [earliest] = moments.map(({ at }) => at).toSorted((one, other) => one.getTime() - other.getTime());
  return earliest?.toISOString() ?? null;
}
