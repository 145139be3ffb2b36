// Which traces the rows of a dataset were made from.
import { and, eq, inArray, isNull } from "drizzle-orm";
import type { Database } from "@/db/client";
import { projects, traces } from "@/db/schema";
import { isUuid } from "@/lib/bounds/uuid";

interface SourcedRow {
  id: string;
  metadata: Record<string, unknown>;
}

/** Row id to the trace's id. Rows of other sources, and of traces or projects that were deleted, are left out. */
export async function rowTraces(
  db: Database,
  organizationId: string,
  rows: readonly SourcedRow[],
): Promise<Record<string, string>> {
  const sourced = rows.flatMap(({ id, metadata: { source_type, source_id } }) =>
    source_type === "trace" && typeof source_id === "string" && isUuid(source_id) ? [[id, source_id] as const] : [],
  );
  if (sourced.length === 0) return {};
  const found = await db
    .select({ id: traces.id })
    .from(traces)
    .innerJoin(projects, eq(projects.id, traces.projectId))
    .where(
      and(
        isNull(projects.deletedAt),
        eq(traces.organizationId, organizationId),
        inArray(traces.id, [...new Set(sourced.map(([, traceId]) => traceId))]),
      ),
    );
  const known = new Set(found.map(({ id }) => id));
  return Object.fromEntries(sourced.filter(([, traceId]) => known.has(traceId)));
}
