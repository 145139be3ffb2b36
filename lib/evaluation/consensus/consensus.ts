// Dawid and Skene's model over a queue. It can also order the queue's work by uncertainty.
import { and, eq, inArray, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { queueLabels, users } from "@/db/schema";
import { agreementLabel, canonicalText } from "@/lib/annotation/agreement/canonical";
import { scaleOf } from "@/lib/annotation/agreement/category-readings";
import type { CanonicalValue } from "@/lib/annotation/labels/rules/label-value";
import { labelInQueue } from "@/lib/annotation/labels/usable-labels";
import { foldAll } from "@/lib/annotation/reports/fold";
import {
  assertManager,
  assertMayReadReports,
  type LabelRow,
  lockQueue,
  queueAccess,
} from "@/lib/annotation/scope/loaders";
import type { Verb } from "@/lib/context";
import type * as contracts from "@/lib/contracts/annotation/consensus";
import { invalid, invalidField } from "@/lib/errors";
import { inTransaction } from "@/lib/transaction";
import { type AnsweredItem, annotatorsOf, type Consensus, consensusOf, sharesOf, stopRule } from "./rules/consensus";

const MOST_ITEMS = 20_000;
const LISTED = 20;
const CERTAIN = 0.9;
const HIGHEST_PRIORITY = 1000;
/** The annotator id of automatic values. No user's id begins like this. */
const AUTOMATIC = "automatic:";

export const getQueueConsensus: Verb<typeof contracts.getQueueConsensus> = async ({ db, caller }, input) => {
  const { queue } = await reading(db, caller, input.queue_id);
  const label = await chosenLabel(db, caller.organizationId, queue.id, input.label_id);
  await foldAll(db, queue.id);
  const items = await loadItems(db, queue.id, label, input.with_automatic);
  const consensus = consensusOf(items, scaleOf(agreementLabel(label.type, label.settings)));
  const shown = {
    label_id: label.id,
    label_name: label.name,
    label_type: label.type,
    items: items.filter(({ answers }) => answers.size > 0).length,
  };
  if ("reason" in consensus) return { ...shown, ...nothing, reason: consensus.reason };
  const shares = sharesOf(consensus);
  const answered = consensus.items.filter(({ answers }) => answers > 0);
  return {
    ...shown,
    reason: null,
    values: shares.map(({ value, share, effectiveItems }) => ({ value, share, effective_items: effectiveItems })),
    annotators: await presentAnnotators(db, consensus),
    uncertain: answered.filter(({ posterior }) => Math.max(...posterior) < CERTAIN).length,
    most_uncertain: mostUncertain(consensus),
    stop: stopRule(shares, shown.items, input.target_width),
    iterations: consensus.model.iterations,
    converged: consensus.model.converged,
  };
};

const nothing = {
  values: [],
  annotators: [],
  uncertain: 0,
  most_uncertain: [],
  stop: null,
  iterations: 0,
  converged: false,
};

async function reading(db: Database, caller: Parameters<typeof queueAccess>[1], queueId: string) {
  const access = await queueAccess(db, caller, queueId);
  assertMayReadReports(access);
  return access;
}

/** Throws a 400 for a label that is not in the queue, or that has no list of values. */
async function chosenLabel(db: Database, organizationId: string, queueId: string, labelId: string): Promise<LabelRow> {
  const label = await labelInQueue(db, organizationId, queueId, labelId);
  const attached = and(eq(queueLabels.queueId, queueId), eq(queueLabels.labelId, label.id));
  if ((await db.$count(queueLabels, attached)) === 0)
    throw invalidField("label_id", "This label is not attached to the queue.");
  if (label.type === "text" || label.type === "numeric" || label.type === "text_spans")
    throw invalidField("label_id", "Labels of texts, numbers and spans have no list of values. Choose another label.");
  return label;
}

/** The queue's items with people's answers and, on request, the automatic value of their source. */
async function loadItems(
  db: Database,
  queueId: string,
  label: LabelRow,
  withAutomatic: boolean,
): Promise<AnsweredItem[]> {
  const rows = await db.execute<{
    item_id: string;
    answers: Record<string, string> | null;
    automatic: CanonicalValue | null;
    score_source: string | null;
  }>(sql`
    select item.id as item_id, answered.answers, automatic.value as automatic, automatic.score_source
    from queue_items as item
    left join agreement_items as answered on answered.item_id = item.id and answered.label_id = ${label.id}
    left join scores as automatic on ${withAutomatic} and automatic.organization_id = item.organization_id
      and automatic.source_type = item.source_type and automatic.source_id = item.source_id
      and automatic.label_id = ${label.id} and automatic.annotator_id is null and automatic.deleted_at is null
    where item.queue_id = ${queueId} and item.deleted_at is null and item.purpose = 'work'
    order by item."order", item.id limit ${MOST_ITEMS + 1}`);
  if (rows.length > MOST_ITEMS)
    throw invalid(`The queue has more than ${MOST_ITEMS} items, which is too many to compute a consensus.`);
  return rows.map(({ item_id, answers, automatic, score_source }) => {
    const answersOfItem = new Map(Object.entries(answers ?? {}));
    const text = automatic === null ? null : canonicalText(label.type, automatic);
    if (text !== null) answersOfItem.set(`${AUTOMATIC}${score_source}`, text);
    return { itemId: item_id, answers: answersOfItem };
  });
}

async function presentAnnotators(db: Database, consensus: Consensus) {
  const people = consensus.annotators.filter((annotator) => !annotator.startsWith(AUTOMATIC));
  const rows =
    people.length === 0
      ? []
      : await db.select({ id: users.id, name: users.name }).from(users).where(inArray(users.id, people));
  const names = new Map(rows.map(({ id, name }) => [id, name]));
  return annotatorsOf(consensus).map(({ annotator, ...figures }) => {
    const isAutomatic = annotator.startsWith(AUTOMATIC);
    return {
      annotator_id: isAutomatic ? null : annotator,
      name: isAutomatic ? `Automatic (${annotator.slice(AUTOMATIC.length)})` : (names.get(annotator) ?? ""),
      is_automatic: isAutomatic,
      ...figures,
    };
  });
}

const mostUncertain = ({ items, values }: Consensus) =>
  items
    .filter(({ answers, uncertainty }) => answers > 0 && uncertainty > 0)
    .toSorted((one, other) => other.uncertainty - one.uncertainty)
    .slice(0, LISTED)
    .map(({ itemId, posterior, uncertainty, answers }) => {
      const chance = Math.max(...posterior);
      return { item_id: itemId, value: values[posterior.indexOf(chance)] ?? "", chance, uncertainty, answers };
    });

export const prioritizeItems: Verb<typeof contracts.prioritizeItems> = (context, input) =>
  inTransaction(context, async ({ db, caller }) => {
    const access = await queueAccess(db, caller, input.queue_id);
    assertManager(access, "Only queue managers can change the order of a queue's work.");
    const label = await chosenLabel(db, caller.organizationId, access.queue.id, input.label_id);
    await foldAll(db, access.queue.id);
    const items = await loadItems(db, access.queue.id, label, input.with_automatic);
    const priorities = prioritiesOf(items, label, input.by);
    // Annotators look for free items from the beginning after it.
    await lockQueue(db, access.queue.id);
    const [counts] = await db.execute<{ items: number; changed: number }>(sql`
      with wanted as (
        select * from jsonb_to_recordset(${JSON.stringify(priorities)}::jsonb) as given(item_id uuid, priority int)
      ), open as (
        select item.id, item.priority as before, wanted.priority from queue_items as item
        join wanted on wanted.item_id = item.id
        where item.queue_id = ${access.queue.id} and item.deleted_at is null and item.status <> 'completed'
      ), changed as (
        update queue_items as item set priority = open.priority, updated_at = now() from open
        where item.id = open.id and open.before <> open.priority returning item.id
      )
      select (select count(*)::int from open) as items, (select count(*)::int from changed) as changed`);
    return counts ?? { items: 0, changed: 0 };
  });

function prioritiesOf(items: readonly AnsweredItem[], label: LabelRow, by: "uncertainty" | "disagreement" | "reset") {
  if (by === "reset") return items.map(({ itemId }) => ({ item_id: itemId, priority: 0 }));
  const consensus = consensusOf(items, scaleOf(agreementLabel(label.type, label.settings)));
  if ("reason" in consensus) throw invalidField("label_id", consensus.reason);
  return consensus.items.map((item) => ({ item_id: item.itemId, priority: Math.round(HIGHEST_PRIORITY * item[by]) }));
}
