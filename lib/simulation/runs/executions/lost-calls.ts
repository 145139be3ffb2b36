// Why calls of an execution count in no verdict.
import { and, desc, eq, isNull, or, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { callExecutions } from "@/db/schema";
import type { Lost } from "../../outcome/rules/run-verdict";

/** Excluded calls by fault, and calls that a ceiling kept from beginning by its reason; the most frequent first. */
export async function lostCalls(db: Database, executionId: string): Promise<Lost> {
  const { verdict, cause, faultKind, faultSide, endedReason } = callExecutions;
  const isCeiling = and(eq(callExecutions.status, "cancelled"), eq(cause, "ceiling"));
  const calls = sql<number>`count(*)::int`;
  const reason = sql<string | null>`case when ${verdict} is null then ${endedReason} end`;
  const rows = await db
    .select({ verdict, faultKind, faultSide, reason, calls })
    .from(callExecutions)
    .where(
      and(
        eq(callExecutions.executionId, executionId),
        isNull(callExecutions.deletedAt),
        or(eq(verdict, "excluded"), isCeiling),
      ),
    )
    .groupBy(verdict, faultKind, faultSide, reason)
    .orderBy(desc(calls), faultKind);
  return {
    exclusions: rows.flatMap(({ faultKind: kind, faultSide: side, calls }) =>
      kind && side ? [{ kind, side, calls }] : [],
    ),
    unplayed: rows.flatMap(({ reason, calls }) => (reason === null ? [] : [{ reason, calls }])),
  };
}
