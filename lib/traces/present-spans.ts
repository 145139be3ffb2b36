import type { Database } from "@/db/client";
import type { spans } from "@/db/schema";
import type { Span } from "@/lib/contracts/traces/traces";
import { presentSpan } from "./present";
import { readContents, type StoredContents } from "./segments/read";

type SpanRow = typeof spans.$inferSelect;

/** Spans of the organization with their contents. */
export async function presentSpans(db: Database, organizationId: string, rows: readonly SpanRow[]): Promise<Span[]> {
  const contents = await readContents(db, organizationId, rows.map(storedIn));
  return rows.map((row, index) => presentSpan(row, contents[index] ?? null));
}

/** Where the contents of a row are; the row itself if the span is older than segments are. */
function storedIn({
  segmentId,
  segmentLine,
  input,
  output,
  attributes,
  resource,
  events,
  links,
}: SpanRow): StoredContents {
  if (segmentId !== null && segmentLine !== null) return [segmentId, segmentLine];
  return {
    input,
    output,
    attributes: attributes ?? {},
    resource: resource ?? {},
    events: events ?? [],
    links: links ?? [],
  };
}
