// Traces with what can fill the columns of a dataset.
import { sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import type { traces } from "@/db/schema";
import { groupBy } from "@/lib/group-by";
import { contentsOfSpans, contentsOfTraces } from "@/lib/traces/contents";
import { moment } from "@/lib/traces/present";
import { sessionNamesOf } from "@/lib/traces/sessions";
import { valuesOf } from "@/lib/traces/trace-terms";
import type { TraceSubject } from "./rules/trace-cells";

export type SubjectRow = Omit<typeof traces.$inferSelect, "input" | "output">;

/** The subjects in the order of their traces. */
export async function subjectsOf(
  db: Database,
  organizationId: string,
  rows: readonly SubjectRow[],
  paths: readonly (string | null)[],
): Promise<TraceSubject[]> {
  const isUsed = (start: string) => paths.some((path) => path?.startsWith(start));
  const ids = rows.map(({ id }) => id);
  const [contents, sessions, errors, attributes] = [
    await contentsOfTraces(db, organizationId, ids),
    await sessionNamesOf(
      db,
      rows.flatMap(({ sessionId }) => sessionId ?? []),
    ),
    isUsed("error") ? await errorsOf(db, ids) : new Map<string, string>(),
    isUsed("attributes.") ? await rootAttributes(db, organizationId, rows) : new Map<string, Record<string, unknown>>(),
  ];
  return rows.map((row) => ({
    input: contents.get(row.id)?.input,
    output: contents.get(row.id)?.output,
    error: errors.get(row.id),
    name: row.name,
    status: row.status,
    models: joined(valuesOf(row.terms, "model")),
    user: row.userId,
    session: sessions.get(row.sessionId ?? ""),
    environment: row.environment,
    tags: joined(valuesOf(row.terms, "tag")),
    latency_ms: row.latencyMs,
    total_tokens: row.totalTokens,
    cost_usd: row.costUsd,
    started_at: row.startedAt === null ? null : moment(row.startedAt),
    trace_id: row.traceId,
    attributes: attributes.get(row.id) ?? {},
  }));
}

const joined = (values: readonly string[]): string | null => (values.length > 0 ? values.join(", ") : null);

/** The message of each trace's first failed span that has one, by the trace's own id. */
async function errorsOf(db: Database, ids: readonly string[]): Promise<Map<string, string>> {
  const rows = await db.execute<{ id: string; message: string }>(sql`
    select distinct on (trace.id) trace.id::text, span.status_message as message
    from traces as trace join spans as span on span.project_id = trace.project_id and span.trace_id = trace.trace_id
    where trace.id in (select jsonb_array_elements_text(${JSON.stringify(ids)}::jsonb)::uuid)
      and span.status = 'ERROR' and span.status_message <> ''
    order by trace.id, span.started_at, span.span_id`);
  return new Map(rows.map(({ id, message }) => [id, message]));
}

async function rootAttributes(db: Database, organizationId: string, rows: readonly SubjectRow[]) {
  const found = new Map<string, Record<string, unknown>>();
  for (const [projectId, own] of groupBy([...rows], (row) => row.projectId)) {
    const roots = own.flatMap(({ rootSpanId }) => rootSpanId ?? []);
    const contents = await contentsOfSpans(db, organizationId, projectId, roots);
    for (const { id, rootSpanId } of own) {
      const root = contents.get(rootSpanId ?? "");
      if (root) found.set(id, root.attributes);
    }
  }
  return found;
}
