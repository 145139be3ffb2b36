import type { Database } from "@/db/client";
import type { Span } from "@/lib/contracts/traces/traces";
import { contentsOfSpans } from "./contents";
import { presentSpan } from "./present";

type SpanRow = Parameters<typeof presentSpan>[0];

/** Spans of a project with their contents. */
export async function presentSpans(
  db: Database,
  organizationId: string,
  projectId: string,
  rows: readonly SpanRow[],
): Promise<Span[]> {
  const ids = rows.map(({ spanId }) => spanId);
  const contents = await contentsOfSpans(db, organizationId, projectId, ids);
  return rows.map((row) => presentSpan(row, contents.get(row.spanId) ?? null));
}
