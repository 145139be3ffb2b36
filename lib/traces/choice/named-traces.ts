// Traces are named by their own id or by OpenTelemetry's, which one trace of each project may have.
import { and, desc, eq, inArray } from "drizzle-orm";
import type { Database } from "@/db/client";
import { traces } from "@/db/schema";

/** The own ids of the organization's traces with these OpenTelemetry ids, in lower case. */
export async function idsByTraceId(
  db: Database,
  organizationId: string,
  traceIds: readonly string[],
): Promise<Map<string, string>> {
  if (traceIds.length === 0) return new Map();
  const rows = await db
    .select({ id: traces.id, traceId: traces.traceId })
    .from(traces)
    .where(and(eq(traces.organizationId, organizationId), inArray(traces.traceId, [...traceIds])))
    .orderBy(desc(traces.createdAt), desc(traces.id));
  return new Map(rows.map((row) => [row.traceId, row.id]));
}

/** Each name as an own id, distinct; null for an OpenTelemetry id that no trace of the organization has. */
export async function ownTraceIds(
  db: Database,
  organizationId: string,
  names: readonly string[],
): Promise<(string | null)[]> {
  const lower = names.map((name) => name.toLowerCase());
  const foreign = lower.filter((name) => !name.includes("-"));
  const known = await idsByTraceId(db, organizationId, foreign);
  return [...new Set(lower.map((name) => (name.includes("-") ? name : (known.get(name) ?? null))))];
}
