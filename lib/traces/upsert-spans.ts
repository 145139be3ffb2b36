import { getTableColumns, type SQL, sql } from "drizzle-orm";
import { toSnakeCase } from "drizzle-orm/casing";
import type { Database } from "@/db/client";
import { spans } from "@/db/schema";

type SpanRow = typeof spans.$inferInsert;

const CHUNK = 1000; // PostgreSQL takes 65,535 parameters a statement
const kept = new Set(["projectId", "spanId", "traceId", "createdAt", "updatedAt"]);

/** Everything but the keys, as the newer sending has it. */
const replaced: Record<string, SQL> = Object.fromEntries(
  Object.keys(getTableColumns(spans))
    .filter((name) => !kept.has(name))
    .map((name) => [name, sql`excluded.${sql.identifier(toSnakeCase(name))}`]),
);

/** Inserts or replaces spans; of equal ones the last counts. Returns why spans were not stored. */
export async function upsertSpans(db: Database, given: readonly SpanRow[]): Promise<string[]> {
  const distinct = new Map(given.map((row) => [`${row.projectId} ${row.spanId}`, row]));
  const rows = [...distinct].sort(([left], [right]) => (left < right ? -1 : 1)).map(([, row]) => row);
  const clashes: string[] = [];
  for (let start = 0; start < rows.length; start += CHUNK) {
    const chunk = rows.slice(start, start + CHUNK);
    const stored = await db
      .insert(spans)
      .values(chunk)
      .onConflictDoUpdate({
        target: [spans.projectId, spans.spanId],
        set: { ...replaced, updatedAt: sql`now()` },
        setWhere: sql`${spans.traceId} = excluded.trace_id`,
      })
      .returning({ spanId: spans.spanId, projectId: spans.projectId });
    if (stored.length === chunk.length) continue;
    const done = new Set(stored.map((row) => `${row.projectId} ${row.spanId}`));
    for (const row of chunk) {
      if (!done.has(`${row.projectId} ${row.spanId}`))
        clashes.push(`A span was refused: another trace of the project has a span with the id ${row.spanId}.`);
    }
  }
  return clashes;
}
