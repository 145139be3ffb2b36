// Deletes traces with their spans once they are older than anybody wants them kept. Those that people or evaluations have said
// something of, that wait in a queue for it, or that a dataset's row was taken from, stay (docs/decisions/0094).
import { type SQL, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { lookUpByKey } from "@/db/look-up-by-key";
import { arrayText, textArray } from "@/db/text-array";
import { transaction } from "@/db/transaction";

export interface DaysKept<Days = number | null> {
  /** Of everybody's; null forever. */
  days: Days;
  /** Of an organization's own, where that is less. */
  shorter: ReadonlyMap<string, number>;
}

/** How far it has been gone through: all before it has been looked at. JSON, as jobs keep it. */
export interface RetentionCursor {
  project_id: string;
  organization_id: string;
  /** The last trace of the project that was looked at; null before the first. */
  trace: { started_at: string; id: string } | null;
}

const DAY_MS = 86_400_000;
/** Traces of one transaction, and about how many spans it may delete with them. */
const PAGE = 500;
const MOST_SPANS = 5000;

/**
 * Deletes what is too old, oldest first, project by project, in batches that are each committed, until all has been looked at or
 * `until` has come (milliseconds since 1970, like `now`). Returns where to go on, null when it is done. It waits for nobody: what
 * another transaction holds is left for the next time.
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

/** Deletes the next of a project's old traces. Returns where to go on in the project, null at its end. */
async function forgetPage(
  tx: Database,
  { trace, ...project }: RetentionCursor,
  beforeMs: number,
): Promise<RetentionCursor | null> {
  await tx.execute(lookUpByKey);
  const before = sql`${new Date(beforeMs).toISOString()}::timestamptz`;
  const after = trace
    ? sql`and trace.started_at >= ${trace.started_at}::timestamptz
        and (trace.started_at > ${trace.started_at}::timestamptz or trace.id < ${trace.id}::uuid)`
    : sql``;
  // In the order of the index traces_project, from its end.
  const page = await tx.execute<Old>(sql`
    select trace.id, trace.started_at::text, trace.session_id, trace.span_count,
      trace.updated_at >= ${before} or ${isReferred} as is_kept
    from traces as trace
    where trace.project_id = ${project.project_id}::uuid and trace.started_at < ${before} ${after}
    order by trace.started_at asc nulls first, trace.id desc limit ${PAGE}`);
  const looked = firstOf(page);
  const old = looked.filter(({ is_kept }) => !is_kept);
  if (old.length > 0) await forget(tx, old, before);
  const last = looked.at(-1);
  const isEnd = !last || (looked.length === page.length && page.length < PAGE);
  return isEnd ? null : { ...project, trace: { started_at: last.started_at, id: last.id } };
}

/** As many as have not too many spans together; the first in any case. */
function firstOf(page: readonly Old[]): readonly Old[] {
  let spans = 0;
  const tooMany = page.findIndex(({ is_kept, span_count }) => {
    if (!is_kept) spans += span_count;
    return spans > MOST_SPANS;
  });
  return tooMany < 0 ? page : page.slice(0, Math.max(1, tooMany));
}

/** Whether something speaks of `trace`, of its session or of one of its spans. */
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
 * Deletes traces that can be held with their session and all of their spans, and sessions of which nothing is left. A session that
 * is held gets no trace meanwhile; spans that arrive for a trace wait for it and then begin it again (summarize-traces.ts). Who
 * begins to speak of one holds it too: once it is held here, all that was said of it is there to be seen.
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
  await tx.execute(sql`
    with unspoken as materialized (
      select trace.id, trace.project_id, trace.trace_id from traces as trace
      where trace.id = any(${textArray(whole.map(({ id }) => id))}::uuid[]) and not ${isReferred}),
    forgotten as (
      delete from spans as span using unspoken
      where span.project_id = unspoken.project_id and span.trace_id = unspoken.trace_id)
    delete from traces as trace using unspoken where trace.id = unspoken.id`);
  await tx.execute(sql`
    delete from trace_sessions as session where session.id = any(${free}::uuid[])
    and not exists (select from traces as trace where trace.session_id = session.id)`);
}
