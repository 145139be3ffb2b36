// Deletes old traces with their spans when their retention ends. Traces stay if people or evaluations have annotated
// them, if they wait in a queue for that, or if a dataset row was made from them (docs/decisions/0094).
import { type SQL, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { lookUpByKey } from "@/db/look-up-by-key";
import { arrayText, textArray } from "@/db/text-array";
import { transaction } from "@/db/transaction";
import { deleteUnused, eraseContents, segmentsOfSpan } from "./segments/erase";

export interface DaysKept<Days = number | null> {
  /** For everybody; null keeps traces forever. */
  days: Days;
  /** For organizations with a shorter retention. */
  shorter: ReadonlyMap<string, number>;
}

/** How far the sweep has come: everything before this is done. JSON, as jobs store it. */
export interface RetentionCursor {
  project_id: string;
  organization_id: string;
  /** The last checked trace of the project; null before the first. */
  trace: { started_at: string; id: string } | null;
}

const DAY_MS = 86_400_000;
/** Traces per transaction, and about how many spans it may delete with them. */
const PAGE = 500;
const MOST_SPANS = 5000;

/**
 * Deletes expired traces, oldest first, project by project, committing each batch. It ends when everything was checked,
 * or at `until` (milliseconds since 1970, like `now`). Returns where to continue; null when it is done. It never waits:
 * rows that another transaction has locked are left for the next time.
 */
export async function forgetTraces(
  db: Database,
  kept: DaysKept,
  now: number,
  until: number,
  from: RetentionCursor | null = null,
  clock = Date.now,
): Promise<RetentionCursor | null> {
  let cursor = from ?? (await nextProject(db, kept, null));
  while (cursor !== null) {
    const days = kept.shorter.get(cursor.organization_id) ?? kept.days;
    const at: RetentionCursor = cursor;
    const next = days === null ? null : await transaction(db, (tx) => forgetPage(tx, at, now - days * DAY_MS));
    cursor = next ?? (await nextProject(db, kept, at.project_id));
    if (clock() >= until) return cursor;
  }
  await deleteUnused(db);
  return null;
}

/** The next project whose traces are not kept forever. */
async function nextProject(
  db: Database,
  { days, shorter }: DaysKept,
  after: string | null,
): Promise<RetentionCursor | null> {
  const isBounded = days === null ? sql`organization_id = any(${arrayText([...shorter.keys()])}::uuid[])` : sql`true`;
  const [project] = await db.execute<{ id: string; organization_id: string }>(sql`
    select id, organization_id from projects
    where ${isBounded} and ${after === null ? sql`true` : sql`id > ${after}::uuid`} order by id limit 1`);
  return project ? { project_id: project.id, organization_id: project.organization_id, trace: null } : null;
}

interface Old extends Record<string, unknown> {
  id: string;
  started_at: string;
  session_id: string | null;
  span_count: number;
  is_kept: boolean;
}

/** Deletes the next of a project's expired traces. Returns where to continue in the project, null at its end. */
async function forgetPage(
  tx: Database,
  { trace, ...project }: RetentionCursor,
  beforeMs: number,
): Promise<RetentionCursor | null> {
  await tx.execute(lookUpByKey);
  const before = sql`${new Date(beforeMs).toISOString()}::timestamptz`;
  const after = trace
    ? sql`and trace.started_at >= ${trace.started_at}::timestamptz
        and (trace.started_at > ${trace.started_at}::timestamptz or trace.id > ${trace.id}::uuid)`
    : sql``;
  // In the order of the index traces_project.
  const page = await tx.execute<Old>(sql`
    select trace.id, trace.started_at::text, trace.session_id, trace.span_count,
      trace.updated_at >= ${before} or ${isReferred} as is_kept
    from traces as trace
    where trace.project_id = ${project.project_id}::uuid and trace.started_at < ${before} ${after}
    order by trace.started_at, trace.id limit ${PAGE}`);
  const looked = firstOf(page);
  const old = looked.filter(({ is_kept }) => !is_kept);
  if (old.length > 0) await forget(tx, old, before);
  const last = looked.at(-1);
  const isEnd = !last || (looked.length === page.length && page.length < PAGE);
  return isEnd ? null : { ...project, trace: { started_at: last.started_at, id: last.id } };
}

/** As many traces as have not too many spans in total, but at least one. */
function firstOf(page: readonly Old[]): readonly Old[] {
  let spans = 0;
  const tooMany = page.findIndex(({ is_kept, span_count }) => {
    if (!is_kept) spans += span_count;
    return spans > MOST_SPANS;
  });
  return tooMany < 0 ? page : page.slice(0, Math.max(1, tooMany));
}

/** Whether something refers to `trace`, to its session or to one of its spans. */
const isReferred: SQL = sql`(
  exists (
    select from eval_span_scores as score
    where score.project_id = trace.project_id and score.trace_id = trace.trace_id)
  or exists (
    select from dataset_rows as row
    where row.organization_id = trace.organization_id and row.deleted_at is null
      and row.metadata ->> 'source_id' in (trace.id::text, trace.session_id::text))
  or exists (
    select from (
      values ('trace', trace.id::text), ('trace_session', trace.session_id::text)
      union all
      select 'observation_span', span.span_id from spans as span
      where span.project_id = trace.project_id and span.trace_id = trace.trace_id
    ) as source (type, id)
    where exists (
      select from queue_items as item
      where item.organization_id = trace.organization_id and item.source_type = source.type
        and item.source_id = source.id and item.deleted_at is null)
    or exists (
      select from scores as score
      where score.organization_id = trace.organization_id and score.source_type = source.type
        and score.source_id = source.id)
    or source.type = 'observation_span' and exists (
      select from span_notes as note where note.project_id = trace.project_id and note.span_id = source.id)))`;

/**
 * Deletes traces whose session and spans can all be locked, and sessions with no traces left. A locked session gets no
 * new trace. Spans that arrive for a trace wait for the lock, and then create the trace again (summarize-traces.ts).
 * Whatever starts to refer to a trace locks it too, so once it is locked here, all references to it are visible.
 */
async function forget(tx: Database, old: readonly Old[], before: SQL): Promise<void> {
  const sessionIds = [...new Set(old.flatMap(({ session_id }) => session_id ?? []))];
  const sessions = await tx.execute<{ id: string }>(sql`
    select id::text from trace_sessions where id = any(${textArray(sessionIds)}::uuid[]) for update skip locked`);
  const free = textArray(sessions.map(({ id }) => id));
  const whole = await tx.execute<{ id: string }>(sql`
    with held as materialized (
      select id, project_id, trace_id from traces
      where id = any(${textArray(old.map(({ id }) => id))}::uuid[]) and updated_at < ${before}
        and (session_id is null or session_id = any(${free}::uuid[]))
      for update skip locked),
    held_spans as materialized (
      select span.project_id, span.span_id, span.trace_id from held
      join spans as span on span.project_id = held.project_id and span.trace_id = held.trace_id
      for update of span skip locked)
    select held.id::text from held where
      (select count(*) from spans as span where span.project_id = held.project_id and span.trace_id = held.trace_id) =
      (select count(*) from held_spans as span where span.project_id = held.project_id and span.trace_id = held.trace_id)`);
  const segments = await tx.execute<{ id: string }>(sql`
    with unspoken as materialized (
      select trace.id, trace.project_id, trace.trace_id from traces as trace
      where trace.id = any(${textArray(whole.map(({ id }) => id))}::uuid[]) and not ${isReferred}),
    forgotten as (
      delete from spans as span using unspoken
      where span.project_id = unspoken.project_id and span.trace_id = unspoken.trace_id
      returning span.segment_id, span.earlier_segment_ids),
    forgotten_traces as (delete from traces as trace using unspoken where trace.id = unspoken.id)
    select distinct id::text from forgotten cross join ${segmentsOfSpan} as segment (id) where id is not null`);
  await eraseContents(
    tx,
    segments.map(({ id }) => id),
  );
  await tx.execute(sql`
    delete from trace_sessions as session where session.id = any(${free}::uuid[])
    and not exists (select from traces as trace where trace.session_id = session.id)`);
}
