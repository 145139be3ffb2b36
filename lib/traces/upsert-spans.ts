import { getTableColumns, type SQL, sql } from "drizzle-orm";
import { toSnakeCase } from "drizzle-orm/casing";
import type { Database } from "@/db/client";
import { spans } from "@/db/schema";
import { given, sqlStatement } from "@/db/statement";
import { turn } from "@/lib/bounds/turn";

type SpanRow = Omit<typeof spans.$inferSelect, "createdAt" | "updatedAt">;

/** Rows of one statement: as many as this many spans, or this much JSON, make. */
const MOST_SPANS = 1000;
const MOST_CHARACTERS = 1_000_000;

const { createdAt: _, updatedAt: __, ...columns } = getTableColumns(spans);
// Safe because they are the names of that object.
const fields = Object.keys(columns) as (keyof SpanRow)[];
const keys = new Set<string>(["projectId", "spanId", "traceId"]);

const list = (parts: readonly SQL[]): SQL => sql.join([...parts], sql`, `);
const nameOf = (field: string): SQL => sql`${sql.identifier(toSnakeCase(field))}`;
const columnNames = list(fields.map(nameOf));

/** A span's columns, read from the JSON array of their values. */
const values = list(
  fields.map((field, index) => {
    const type = columns[field].getSQLType();
    const value =
      type === "jsonb"
        ? sql.raw(`nullif(row -> ${index}, 'null'::jsonb)`)
        : sql.raw(`(row ->> ${index})::${columns[field].getSQLType()}`);
    return sql`${value} as ${nameOf(field)}`;
  }),
);

/** Everything but the keys, as the newer sending has it. */
const replaced = list(
  fields.filter((field) => !keys.has(field)).map((field) => sql`${nameOf(field)} = excluded.${nameOf(field)}`),
);

/** Returns the spans that are not stored. Those of a project whose spans are evaluated are marked, in the same statement. */
const upsert = sqlStatement<{ span_id: string }>(
  () => sql`
    with given as materialized (select ${values} from jsonb_array_elements(${given("rows")}::jsonb) as row),
    stored as (
      insert into spans (${columnNames}) select ${columnNames} from given
      on conflict (project_id, span_id) do update set ${replaced}, updated_at = now()
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

/** Inserts or replaces spans; of equal ones the last counts. Returns why spans were not stored. */
export async function upsertSpans(db: Database, spans: readonly SpanRow[]): Promise<string[]> {
  const distinct = new Map(spans.map((span) => [`${span.projectId} ${span.spanId}`, span]));
  // In one order for everybody: parallel requests lock the same rows one after another.
  const rows = [...distinct].sort(([left], [right]) => (left < right ? -1 : 1)).map(([, row]) => row);
  const clashes: string[] = [];
  for await (const part of serialized(rows)) {
    for (const { span_id } of await upsert(db, { rows: part }))
      clashes.push(`A span was refused: another trace of the project has a span with the id ${span_id}.`);
  }
  return clashes;
}

/** The rows' values as JSON, as much of it at a time as one statement takes. Others have a turn in between. */
async function* serialized(rows: readonly SpanRow[]): AsyncGenerator<string> {
  let texts: string[] = [];
  let characters = 0;
  for (const row of rows) {
    const text = JSON.stringify(fields.map((field) => row[field]));
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
