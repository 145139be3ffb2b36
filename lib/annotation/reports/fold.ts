// Folding: the data behind reports follows changes later, so that changing an item never waits for it. Triggers mark
// items that change. A fold takes marks away, and updates figures, checks and agreement of the marked items to their
// current state. So folding twice, late or in parts gives the same result.
import { type SQL, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { param, sqlStatement } from "@/db/statement";
import { arrayText } from "@/db/text-array";
import { transaction } from "@/db/transaction";
import { foldAgreement, forgetOtherTypes } from "./agreement";

const BATCH = 1000;

/** Folds the oldest marks of a queue. Returns how many; fewer than `batch` if none are left. */
export function fold(db: Database, queueId: string, batch = BATCH): Promise<number> {
  return transaction(db, async (tx) => {
    await lockFolding(tx, queueId);
    return foldLocked(tx, queueId, batch);
  });
}

/** The same, but folds nothing while somebody else folds the queue. */
function foldUnlessBusy(db: Database, queueId: string, batch: number): Promise<number> {
  return transaction(db, async (tx) => ((await tryLockFolding(tx, queueId)) ? foldLocked(tx, queueId, batch) : 0));
}

async function foldLocked(tx: Database, queueId: string, batch: number): Promise<number> {
  // Plans date from when the tables were small. Only lookups of single rows by index are acceptable.
  await tx.execute(sql`set local enable_seqscan = off`);
  await forgetOtherTypes(tx, queueId);
  const marks = await foldFigures(tx, { queueId, batch });
  // After taking the marks: a change that this does not read has a mark that was not taken.
  if (marks.length > 0) await foldAgreement(tx, queueId, [...new Set(marks.map((mark) => mark.item_id))]);
  return marks.length;
}

/**
 * Allows one fold per queue at a time, until the transaction ends, so that each continues from what the last one left.
 */
export const lockFolding = (db: Database, queueId: string) =>
  db.execute(sql`select pg_advisory_xact_lock(${foldingKey(queueId)})`);

async function tryLockFolding(db: Database, queueId: string): Promise<boolean> {
  const [row] = await db.execute<{ locked: boolean }>(
    sql`select pg_try_advisory_xact_lock(${foldingKey(queueId)}) as locked`,
  );
  return row?.locked === true;
}

const foldingKey = (queueId: string): SQL => sql`hashtextextended(${`fold ${queueId}`}, 0)`;

const queue = sql`${param("queueId")}::uuid`;

/** Takes the oldest marks, and updates the figures of their items. db/functions/figures.sql explains the figures. */
const foldFigures = sqlStatement<{ item_id: string }>(
  () => sql`
    with taken as materialized (
      select id, item_id from item_marks where queue_id = ${queue} order by id limit ${param("batch")}::int
    ), marked as materialized (
      select distinct item_id from taken
    ), before as materialized (
      select marked.item_id, entry.* from marked, lateral (
        select kept.* from item_contributions as item, kept_figures(${queue}, item.figures) as kept
        where item.queue_id = ${queue} and item.item_id = marked.item_id offset 0) as entry
    ), after as materialized (
      select entry.* from marked, lateral (
        select item_id, figure, subject_id, key, sum(by) as by, max(by) as latest from counted_items as item
        where item.item_id = marked.item_id group by item_id, figure, subject_id, key) as entry
    ), changed as (
      insert into queue_figures as folded (queue_id, figure, subject_id, key, sum)
      select ${queue}, figure, subject_id, key, sum(by) from (
        select figure, subject_id, key, by from after where figure <> 'last_active'
        union all
        select figure, subject_id, key, -by from before
      ) as change
      group by figure, subject_id, key having sum(by) <> 0
      union all
      select ${queue}, figure, subject_id, key, max(latest) from after where figure = 'last_active'
      group by figure, subject_id, key
      on conflict (queue_id, figure, subject_id, key) do update set
        sum = case folded.figure when 'last_active' then greatest(folded.sum, excluded.sum) else folded.sum + excluded.sum end
    ), kept as (
      insert into item_contributions as folded (queue_id, item_id, figures)
      select ${queue}, item_id, jsonb_object_agg(name, figures) from (
        select item_id, concat_ws(' ', figure, nullif(subject_id, ${queue})) as name, jsonb_object_agg(key, by) as figures
        from after where figure <> 'last_active' group by item_id, figure, subject_id
      ) as named group by item_id
      on conflict (queue_id, item_id) do update set figures = excluded.figures where folded.figures <> excluded.figures
    ), gone as (
      delete from item_contributions where queue_id = ${queue}
        and item_id = any(array(select item_id from marked except select item_id from after))
    )
    delete from item_marks where queue_id = ${queue} and id <= (select max(id) from taken) returning item_id`,
);

/** The most that a reader folds: more than all items that one request can add. */
const FOLDED_BY_A_READER = 20_000;
/** `figures` counts marks up to 500, well above these limits. */
const LEFT_TO_FIGURES = 100;

/**
 * Call before reading figures of these queues. Folds if many items are marked, up to a limit. While somebody else folds a
 * queue, its figures are read as they are: readers that wait would keep connections that annotators need.
 */
export async function catchUp(db: Database, ...queueIds: readonly string[]): Promise<void> {
  const behind = await manyMarked(db, { queueIds: arrayText(queueIds) });
  let bound = FOLDED_BY_A_READER;
  for (const { queue_id } of behind) bound -= await foldUpTo(db, queue_id, bound, foldUnlessBusy);
}

/** Whether `catchUp` would fold, as an SQL expression. Ordered, so that no plan searches all marks for one queue's. */
export const isBehind = (queueId: SQL): SQL => sql`exists (
  select 1 from item_marks as mark where mark.queue_id = ${queueId} order by mark.id offset ${sql.raw(`${LEFT_TO_FIGURES}`)} limit 1)`;

const manyMarked = sqlStatement<{ queue_id: string }>(
  () => sql`
    select queue_id from unnest(${param("queueIds")}::uuid[]) as queue(queue_id)
    where ${isBehind(sql`queue.queue_id`)}`,
);

/** Folds at most `bound` of a queue's marks. Returns how many it folded. */
async function foldUpTo(
  db: Database,
  queueId: string,
  bound: number,
  by: typeof foldUnlessBusy = fold,
): Promise<number> {
  for (let folded = 0; folded < bound; ) {
    const batch = Math.min(BATCH, bound - folded);
    const count = await by(db, queueId, batch);
    folded += count;
    if (count < batch) return folded;
  }
  return bound;
}

const COUNTED_MARKS = 10_000;

/** Call before reading agreement, which covers only folded items. Returns how many marks are left, up to 10,000. */
export async function foldAll(db: Database, queueId: string): Promise<number> {
  if ((await countMarks(db, queueId)) === 0) return 0;
  const folded = await foldUpTo(db, queueId, FOLDED_BY_A_READER);
  return folded < FOLDED_BY_A_READER ? 0 : countMarks(db, queueId);
}

async function countMarks(db: Database, queueId: string): Promise<number> {
  const [row] = await db.execute<{ count: number }>(sql`
    select count(*)::int as count from (
      select 1 from item_marks where queue_id = ${queueId} order by id limit ${COUNTED_MARKS}) as waiting`);
  return row?.count ?? 0;
}

/** Ids of the queues that have marks. */
export async function markedQueues(db: Database): Promise<string[]> {
  const rows = await db.execute<{ id: string }>(sql`
    select queue.id from queues as queue, lateral (
      select 1 from item_marks as mark where mark.queue_id = queue.id order by mark.id limit 1) as marked`);
  return rows.map((row) => row.id);
}
