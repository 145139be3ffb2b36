import { getTableColumns, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { columnNames, columnsOfRow, columnsReplaced } from "@/db/json-rows";
import { spans } from "@/db/schema";
import { param, sqlStatement } from "@/db/statement";
import { arrayText } from "@/db/text-array";
import { turn } from "@/lib/bounds/turn";
import type { SpanRecord } from "@/lib/contracts/traces/span-record";

type Row = typeof spans.$inferSelect;
type SpanOwner = Pick<Row, "organizationId" | "projectId" | "sessionId">;

/**
 * The ids and scope of a span. Kept beside it, not in it: merging objects with this many members takes longer than
 * writing them.
 */
interface PlacedSpan extends SpanOwner {
  span: SpanRecord;
}

/** Rows per statement: limited to this many spans and this much JSON. */
const MOST_SPANS = 1000;
const MOST_CHARACTERS = 1_000_000;

const { organizationId, projectId, sessionId, createdAt: _, updatedAt: __, ...own } = getTableColumns(spans);
const columns = { organizationId, projectId, sessionId, ...own };
const fields = Object.keys(columns);
// Safe: they are the names of that object.
const ownFields = Object.keys(own) as (keyof typeof own)[];
const keys = new Set<string>(["projectId", "spanId", "traceId"]);

const names = columnNames(fields);

/** Returns the spans that were not stored. The same statement marks spans of projects whose spans are evaluated. */
const upsert = sqlStatement<{ span_id: string }>(
  () => sql`
    with given as materialized (select ${columnsOfRow(columns)} from jsonb_array_elements(${param("rows")}::jsonb) as row),
    stored as (
      insert into spans (${names}) select ${names} from given
      on conflict (project_id, span_id) do update
      set ${columnsReplaced(fields.filter((field) => !keys.has(field)))}, updated_at = now()
      where spans.trace_id = excluded.trace_id
      returning project_id, span_id
    ),
    marked as (
      insert into span_marks (project_id, span_id)
      select stored.project_id, stored.span_id from stored
      where exists (
        select from eval_tasks as task where task.project_id = stored.project_id
        and task.status = 'active' and task.continuous and task.deleted_at is null)
    )
    select span_id from given where (project_id, span_id) not in (select project_id, span_id from stored)`,
);

/** Inserts or replaces spans; of equal ones, the last counts. Returns why spans were not stored. */
export async function upsertSpans(db: Database, spans: readonly PlacedSpan[]): Promise<string[]> {
  const distinct = new Map(spans.map((placed) => [`${placed.projectId} ${placed.span.spanId}`, placed]));
  // In one order for everybody: parallel requests lock the same rows one after another.
  const rows = [...distinct].sort(([left], [right]) => (left < right ? -1 : 1)).map(([, row]) => row);
  const clashes: string[] = [];
  for await (const part of serialized(rows)) {
    for (const { span_id } of await upsert(db, { rows: part }))
      clashes.push(`A span was refused: another trace of the project has a span with the id ${span_id}.`);
  }
  return clashes;
}

/** The rows' values as JSON, as much at a time as one statement takes. Lets other work run in between. */
async function* serialized(rows: readonly PlacedSpan[]): AsyncGenerator<string> {
  let texts: string[] = [];
  let characters = 0;
  for (const { organizationId, projectId, sessionId, span } of rows) {
    const values = ownFields.map((field) => (field === "tags" ? span.tags && arrayText(span.tags) : span[field]));
    const text = JSON.stringify([organizationId, projectId, sessionId, ...values]);
    texts.push(text);
    characters += text.length;
    if (texts.length < MOST_SPANS && characters < MOST_CHARACTERS) continue;
    yield `[${texts.join(",")}]`;
    await turn();
    texts = [];
    characters = 0;
  }
  if (texts.length > 0) yield `[${texts.join(",")}]`;
}
