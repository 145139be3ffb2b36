// What spans and traces contain, as opposed to what lists sort, filter and count by. Contents are read for the few rows
// that are shown, and never in the conditions of a statement.
import { and, eq, inArray, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { spans, traces } from "@/db/schema";

type SpanRow = typeof spans.$inferSelect;
export type SpanContents = Pick<SpanRow, "input" | "output" | "attributes" | "resource" | "events" | "links">;
export type TraceContents = Pick<SpanContents, "input" | "output">;

/** A project's spans' contents by span id, without unknown ones. */
export async function contentsOfSpans(
  db: Database,
  organizationId: string,
  projectId: string,
  spanIds: readonly string[],
): Promise<Map<string, SpanContents>> {
  const { input, output, attributes, resource, events, links, spanId } = spans;
  const rows = await db
    .select({ spanId, input, output, attributes, resource, events, links })
    .from(spans)
    .where(
      and(
        eq(spans.organizationId, organizationId),
        eq(spans.projectId, projectId),
        sql`${spanId} in (select jsonb_array_elements_text(${JSON.stringify(spanIds)}::jsonb))`,
      ),
    );
  return new Map(rows.map(({ spanId: id, ...contents }) => [id, contents]));
}

/** Traces' inputs and outputs by the traces' own ids, without unknown ones. */
export async function contentsOfTraces(
  db: Database,
  organizationId: string,
  ids: readonly string[],
): Promise<Map<string, TraceContents>> {
  const rows = await db
    .select({ id: traces.id, input: traces.input, output: traces.output })
    .from(traces)
    .where(and(eq(traces.organizationId, organizationId), inArray(traces.id, [...ids])));
  return new Map(rows.map(({ id, ...contents }) => [id, contents]));
}
