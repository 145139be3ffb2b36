// Spans as evaluations see them: in the API's form, each with its trace.
import { sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { spans } from "@/db/schema";
import { presentSpans } from "@/lib/traces/present-spans";
import { narrowColumns } from "@/lib/traces/span-tree";
import { presentTraces, tracesInOrganization } from "@/lib/traces/traces";
import type { SpanSubject } from "./rules/mapping";

/** Spans of a project by their ids, without deleted ones. */
export async function subjectsOf(
  db: Database,
  organizationId: string,
  projectId: string,
  spanIds: readonly string[],
): Promise<Map<string, SpanSubject>> {
  if (spanIds.length === 0) return new Map();
  const rows = await db
    .select(narrowColumns)
    .from(spans)
    .where(
      sql`${spans.organizationId} = ${organizationId}::uuid and ${spans.projectId} = ${projectId}::uuid
        and ${spans.spanId} in (select jsonb_array_elements_text(${JSON.stringify(spanIds)}::jsonb))`,
    );
  const traceIds = [...new Set(rows.map(({ traceId }) => traceId))];
  const traces = await tracesInOrganization(
    db,
    organizationId,
    sql`traces.project_id = ${projectId}::uuid
      and traces.trace_id in (select jsonb_array_elements_text(${JSON.stringify(traceIds)}::jsonb))`,
  );
  const [presented, presentedTraces] = await Promise.all([
    presentSpans(db, organizationId, projectId, rows),
    presentTraces(db, organizationId, traces),
  ]);
  const byId = new Map(presentedTraces.map((trace) => [trace.trace_id, trace]));
  return new Map(presented.map((span) => [span.span_id, { span, trace: byId.get(span.trace_id) ?? {} }]));
}
