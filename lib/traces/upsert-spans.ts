import { getTableColumns, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { columnNames, columnsOfRow, columnsReplaced } from "@/db/json-rows";
import { spans } from "@/db/schema";
import { param, sqlStatement } from "@/db/statement";
import { arrayText } from "@/db/text-array";
import type { SpanRecord } from "@/lib/contracts/traces/span-record";
import { promptOfSpan } from "./rules/span-prompt";
import { type NewSegment, newSegment, segmented } from "./segments/build";
import { contentsJson } from "./segments/contents-json";

type Row = typeof spans.$inferSelect;
type SpanOwner = Pick<Row, "organizationId" | "projectId" | "sessionId">;

/**
 * The ids and scope of a span. Kept beside it, not in it: merging objects with this many members takes longer than
 * writing them.
 */
interface PlacedSpan extends SpanOwner {
  span: SpanRecord;
}

/** Limits of one statement; a span with more characters is written alone. */
const MOST_SPANS = 1000;
const MOST_CHARACTERS = 1_000_000;

const {
  organizationId: _organization,
  projectId: _project,
  sessionId,
  segmentId: _segment,
  segmentLine,
  earlierSegmentIds: _earlier,
  hasInput,
  hasOutput,
  prompt,
  input: _input,
  output: _output,
  attributes: _attributes,
  resource: _resource,
  events: _events,
  links: _links,
  createdAt: _created,
  updatedAt: _updated,
  ...own
} = getTableColumns(spans);
const columns = { sessionId, segmentLine, hasInput, hasOutput, prompt, ...own };
// Whose a span is, its segment says.
const fields = ["organizationId", "projectId", ...Object.keys(columns)];
// Safe: they are the names of that object.
const ownFields = Object.keys(own) as (keyof typeof own)[];
const keys = new Set<string>(["projectId", "spanId", "traceId"]);
/** The most earlier sendings of a span that its row remembers. */
const MOST_EARLIER = 100;
const earlierSegments = sql`
  earlier_segment_ids = case when spans.segment_id is null then spans.earlier_segment_ids else
    (spans.earlier_segment_ids || spans.segment_id)[greatest(1, cardinality(spans.earlier_segment_ids) - ${sql.raw(String(MOST_EARLIER - 2))}):]
  end`;
/** The contents of a span that was stored before segments were. */
const moved = ["input", "output", "attributes", "resource", "events", "links"];

const names = columnNames(fields);
const replaced = columnsReplaced([...fields.filter((field) => !keys.has(field)), "segmentId", ...moved]);

/**
 * Returns the spans that were not stored. The same statement stores their contents, and marks spans of projects whose
 * spans are evaluated.
 */
const upsert = sqlStatement<{ project_id: string; span_id: string }>(
  () => sql`
    with segment as materialized (
      select ordinality as number, nextval('span_segments_id_seq') as id, (value ->> 0)::uuid as organization_id,
        (value ->> 1)::uuid as project_id, value
      from jsonb_array_elements(${param("segments")}::jsonb) with ordinality as listed (value, ordinality)
    ),
    contents as (
      insert into span_segments (id, organization_id, project_id, lines, filter) overriding system value
      select id, organization_id, project_id, decode(value ->> 2, 'base64'), decode(value ->> 3, 'base64')
      from segment
    ),
    received as materialized (
      select segment.organization_id, segment.project_id, ${columnsOfRow(columns)}, segment.id as segment_id
      from jsonb_array_elements(${param("rows")}::jsonb) as listed (row)
      join segment on segment.number = (row ->> ${sql.raw(String(Object.keys(columns).length))})::int),
    stored as (
      insert into spans (${names}, segment_id)
      select ${names}, segment_id from received order by project_id, trace_id, span_id
      on conflict (project_id, span_id) do update set ${replaced}, ${earlierSegments}, updated_at = now()
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
    select project_id, span_id from received where (project_id, span_id) not in (select project_id, span_id from stored)`,
);

/** Inserts or replaces spans; of equal ones, the last counts. Returns those that were stored, and why others were not. */
export async function upsertSpans(db: Database, spans: readonly PlacedSpan[]) {
  const { distinct, clashes } = distinctSpans(spans);
  // In one order for everybody: parallel requests lock the same rows one after another. Spans of a trace share segments.
  const rows = [...distinct.values()].sort(byTrace);
  for await (const values of statementValues(rows)) {
    for (const { project_id, span_id } of await upsert(db, values)) {
      clashes.push(clashOf(span_id));
      distinct.delete(nameOf(project_id, span_id));
    }
  }
  return { stored: [...distinct.values()], clashes };
}

/** By their names. Of traces that use one span id, the first has it. */
function distinctSpans(spans: readonly PlacedSpan[]) {
  const distinct = new Map<string, PlacedSpan>();
  const clashes: string[] = [];
  for (const placed of spans) {
    const { spanId, traceId } = placed.span;
    const name = nameOf(placed.projectId, spanId);
    const known = distinct.get(name);
    if (known && known.span.traceId !== traceId) clashes.push(clashOf(spanId));
    else distinct.set(name, placed);
  }
  return { distinct, clashes };
}

const clashOf = (spanId: string): string =>
  `A span was refused: another trace of the project has a span with the id ${spanId}.`;

const nameOf = (projectId: string, spanId: string): string => `${projectId} ${spanId}`;

const byTrace = (left: PlacedSpan, right: PlacedSpan): number =>
  compare(left.projectId, right.projectId) ||
  compare(left.span.traceId, right.span.traceId) ||
  compare(left.span.spanId, right.span.spanId);

const compare = (left: string, right: string): number => (left < right ? -1 : left > right ? 1 : 0);

const withLine = (row: PlacedSpan) => ({
  ...row,
  json: contentsJson(row.span),
  label: `${row.span.name} ${row.span.statusMessage}`,
});

/** As much at a time as one statement takes. */
async function* statementValues(rows: readonly PlacedSpan[]) {
  let segments: NewSegment[] = [];
  let texts: string[] = [];
  let characters = 0;
  const values = () => ({ segments: JSON.stringify(segments), rows: `[${texts.join(",")}]` });
  for (const part of segmented(rows.map(withLine))) {
    const segment = await newSegment(part);
    segments.push(segment);
    texts.push(...part.lines.map((row, line) => rowText(row, line, segments.length)));
    characters += segment[2].length + segment[3].length;
    if (texts.length < MOST_SPANS && characters < MOST_CHARACTERS) continue;
    yield values();
    segments = [];
    texts = [];
    characters = 0;
  }
  if (texts.length > 0) yield values();
}

/** The values of `columns` as JSON, and the number of the span's segment in the statement. */
const rowText = ({ sessionId, span }: PlacedSpan, line: number, segment: number): string =>
  JSON.stringify([
    sessionId,
    line,
    span.input !== null && span.input !== undefined,
    span.output !== null && span.output !== undefined,
    promptOfSpan(span.attributes),
    ...ownFields.map((field) => (field === "tags" ? span.tags && arrayText(span.tags) : span[field])),
    segment,
  ]);
