// The agreement part of a fold (fold.ts): moves the counters from the answers that they include to the answers in the
// scores now. So folding twice or late gives the same counters as starting from scratch.
import { and, eq, inArray, isNotNull, isNull, ne, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { agreementItems, labels, scores } from "@/db/schema";
import { param, sqlStatement } from "@/db/statement";
import { arrayText } from "@/db/text-array";
import type { Answers } from "@/lib/annotation/agreement/answers";
import { canonicalText, disagree } from "@/lib/annotation/agreement/canonical";
import { type CounterChange, changesBetween, countersOf } from "@/lib/annotation/agreement/counters";
import { foldChecks } from "@/lib/annotation/checks/checks";
import type { LabelType } from "@/lib/contracts/shapes";

/** Updates the counters for items whose marks the open transaction has taken. Only one at a time per queue. */
export async function foldAgreement(db: Database, queueId: string, itemIds: readonly string[]): Promise<void> {
  const answered = await answeredOf(db, { itemIds: arrayText(itemIds) });
  const ids = answered.map((row) => row.id);
  if (ids.length === 0) return;
  const checks = await foldChecks(db, queueId, ids);
  // A check has one annotator and repeats that annotator's own answer, so it has no agreement to measure.
  const work = ids.filter((id) => !checks.has(id));
  if (work.length > 0) await bringUpToDate(db, queueId, work);
}

/** The items that have, or had, an answer or a known answer. Subqueries, so that no plan reads a whole table. */
const answeredOf = sqlStatement<{ id: string }>(
  () => sql`
    select marked.id from unnest(${param("itemIds")}::uuid[]) as marked(id)
    where coalesce((select true from scores where queue_item_id = marked.id limit 1),
      (select true from agreement_items where item_id = marked.id limit 1),
      (select purpose <> 'work' from queue_items as item where item.id = marked.id), false)`,
);

/** A label whose type has changed starts again. It had no values then, and later values are marked again. */
export async function forgetOtherTypes(db: Database, queueId: string): Promise<void> {
  const changed = await db.execute<{ label_id: string }>(sql`
    delete from agreement_labels as kept using labels as label
    where kept.queue_id = ${queueId} and label.id = kept.label_id and label.type <> kept.type returning kept.label_id`);
  const ids = changed.map((row) => row.label_id);
  if (ids.length === 0) return;
  await db.execute(sql`delete from agreement_counters where queue_id = ${queueId} and label_id in ${ids}`);
  await db.execute(sql`delete from agreement_items where queue_id = ${queueId} and label_id in ${ids}`);
  await db.execute(sql`
    insert into item_marks (queue_id, item_id)
    select distinct queue_id, queue_item_id from scores
    where queue_id = ${queueId} and label_id in ${ids} and deleted_at is null and queue_item_id is not null`);
}

/** One item's answers under one label. */
interface Unit {
  itemId: string;
  labelId: string;
  type: LabelType;
  before: Answers;
  after: Map<string, string>;
}

async function bringUpToDate(db: Database, queueId: string, itemIds: string[]): Promise<void> {
  const units = await loadUnits(db, queueId, itemIds);
  const changed = units
    .map((unit) => ({ ...unit, changes: changesBetween(countersOf[unit.type], unit.before, unit.after) }))
    .filter((unit) => !sameAnswers(unit.before, unit.after));
  if (changed.length === 0) return;
  await addChanges(
    db,
    queueId,
    changed.flatMap(({ labelId, changes }) => changes.map((change) => ({ labelId, ...change }))),
  );
  await saveAnswers(db, queueId, changed);
  const touched = new Map(changed.map(({ labelId, type }) => [labelId, type]));
  const rows = JSON.stringify([...touched].map(([label_id, type]) => ({ label_id, type })));
  await db.execute(sql`
    insert into agreement_labels as kept (queue_id, label_id, type, version)
    select ${queueId}, label_id, type, 1 from jsonb_to_recordset(${rows}::jsonb) as touched(label_id uuid, type text)
    on conflict (queue_id, label_id) do update set version = kept.version + 1`);
}

const sameAnswers = (before: Answers, after: Answers): boolean =>
  before.size === after.size && [...before].every(([annotator, value]) => after.get(annotator) === value);

/** People's live values of the items, beside the values folded earlier. Imported values do not count as answers. */
async function loadUnits(db: Database, queueId: string, itemIds: string[]): Promise<Unit[]> {
  const live = await db
    .select({
      itemId: scores.queueItemId,
      labelId: scores.labelId,
      annotatorId: scores.annotatorId,
      value: scores.value,
      type: labels.type,
    })
    .from(scores)
    .innerJoin(labels, eq(labels.id, scores.labelId))
    .where(
      and(
        inArray(scores.queueItemId, itemIds),
        eq(scores.queueId, queueId),
        isNull(scores.deletedAt),
        isNotNull(scores.annotatorId),
        ne(scores.scoreSource, "imported"),
      ),
    );
  const folded = await db
    .select({ item: agreementItems, type: labels.type })
    .from(agreementItems)
    .innerJoin(labels, eq(labels.id, agreementItems.labelId))
    .where(inArray(agreementItems.itemId, itemIds));
  const units = new Map<string, Unit>();
  for (const { item, type } of folded) {
    const { itemId, labelId, answers } = item;
    units.set(`${itemId} ${labelId}`, {
      itemId,
      labelId,
      type,
      before: new Map(Object.entries(answers)),
      after: new Map(),
    });
  }
  for (const { itemId, labelId, annotatorId, value, type } of live) {
    const text = canonicalText(type, value);
    if (itemId === null || annotatorId === null || text === null) continue;
    const unit = units.get(`${itemId} ${labelId}`) ?? { itemId, labelId, type, before: new Map(), after: new Map() };
    units.set(`${itemId} ${labelId}`, unit);
    unit.after.set(annotatorId, text);
  }
  return [...units.values()];
}

/** The database adds the sums as decimals: floating point would leave rounding errors. */
async function addChanges(db: Database, queueId: string, changes: readonly (CounterChange & { labelId: string })[]) {
  if (changes.length === 0) return;
  const rows = JSON.stringify(changes.map(({ labelId, counter, key, by }) => [labelId, counter, key, by]));
  const sums = await db.execute<{ label_id: string; counter: string; key_hash: string; is_nothing: boolean }>(sql`
    insert into agreement_counters as kept (queue_id, label_id, counter, key, sum)
    select ${queueId}, (change ->> 0)::uuid, change ->> 1, change ->> 2, sum((change ->> 3)::numeric)
    from jsonb_array_elements(${rows}::jsonb) as change
    group by change ->> 0, change ->> 1, change ->> 2 having sum((change ->> 3)::numeric) <> 0
    on conflict (queue_id, label_id, counter, key_hash) do update set sum = kept.sum + excluded.sum
    returning label_id, counter, key_hash, sum = 0 as is_nothing`);
  const nothing = sums.filter((row) => row.is_nothing).map((row) => [row.label_id, row.counter, row.key_hash]);
  if (nothing.length === 0) return;
  await db.execute(sql`
    delete from agreement_counters as kept using jsonb_array_elements(${JSON.stringify(nothing)}::jsonb) as gone
    where kept.queue_id = ${queueId} and kept.label_id = (gone ->> 0)::uuid and kept.counter = gone ->> 1
      and kept.key_hash = (gone ->> 2)::uuid`);
}

async function saveAnswers(db: Database, queueId: string, units: readonly Unit[]): Promise<void> {
  const rows = JSON.stringify(
    units.map(({ itemId, labelId, after }) => ({
      item_id: itemId,
      label_id: labelId,
      answers: Object.fromEntries(after),
      disagrees: disagree(after),
    })),
  );
  const saved = sql`jsonb_to_recordset(${rows}::jsonb) as unit(item_id uuid, label_id uuid, answers jsonb, disagrees boolean)`;
  await db.execute(sql`
    insert into agreement_items (item_id, label_id, queue_id, answers, disagrees)
    select item_id, label_id, ${queueId}, answers, disagrees from ${saved} where answers <> '{}'
    on conflict (item_id, label_id) do update set answers = excluded.answers, disagrees = excluded.disagrees`);
  await db.execute(sql`
    delete from agreement_items as kept using ${saved}
    where kept.item_id = unit.item_id and kept.label_id = unit.label_id and unit.answers = '{}'`);
}
