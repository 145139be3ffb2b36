import { and, asc, eq, inArray } from "drizzle-orm";
import type { Database } from "@/db/client";
import { agreementCounters, agreementItems, labels, queueLabels } from "@/db/schema";
import { pairAgreements } from "@/lib/annotation/agreement/coefficients/pair-agreement";
import { percentAgreement } from "@/lib/annotation/agreement/coefficients/percent-agreement";
import { patternTable } from "@/lib/annotation/agreement/pattern-table";
import { type Counts, sumCounts } from "@/lib/annotation/agreement/tally";
import { assertMayReadReports, type LabelRow, queueAccess } from "@/lib/annotation/scope/loaders";
import type { Verb } from "@/lib/context";
import type * as contracts from "@/lib/contracts/annotation/reports";
import { groupBy } from "@/lib/group-by";
import { measuresOf, toThreeDecimals } from "./agreement-measures";
import { namesOf } from "./annotator-names";
import { foldAll } from "./fold";

const LISTED_DISAGREEMENTS = 20;

export const getQueueAgreement: Verb<typeof contracts.getQueueAgreement> = async ({ db, caller }, { queue_id: id }) => {
  assertMayReadReports(await queueAccess(db, caller, id));
  const pending = await foldAll(db, id);
  const attached = await loadLabels(db, id);
  const measured = await measureAll(db, id, attached);
  // Two people rarely write the same text or mark the same spans, so equality does not show whether they agree.
  const overall = measured.flatMap(({ label }) =>
    label.type === "text" || label.type === "text_spans" ? [] : label.id,
  );
  const [{ shapes, pairs }, disagreeing] = await Promise.all([
    loadCounts(db, id, overall),
    Promise.all(measured.map(({ label }) => disagreeingItems(db, id, label.id))),
  ]);
  const rows = measured.map(({ label, measures }, index) => [
    label.id,
    { label_name: label.name, label_type: label.type, ...measures, disagreement_items: disagreeing[index] ?? [] },
  ]);
  return {
    overall_agreement: toThreeDecimals(percentAgreement(patternTable(shapes).rows).value),
    labels: Object.fromEntries(rows),
    per_label: measured.map(({ label, measures: { measures: _, ...figures } }) => ({
      label_id: label.id,
      label_name: label.name,
      ...figures,
    })),
    annotator_pairs: await presentPairs(db, pairs),
    pending,
  };
};

async function loadLabels(db: Database, queueId: string): Promise<LabelRow[]> {
  const rows = await db
    .select({ label: labels })
    .from(queueLabels)
    .innerJoin(labels, eq(labels.id, queueLabels.labelId))
    .where(eq(queueLabels.queueId, queueId))
    .orderBy(asc(queueLabels.order));
  return rows.map((row) => row.label);
}

async function measureAll(db: Database, queueId: string, attached: readonly LabelRow[]) {
  const measured = [];
  for (const label of attached) {
    const measures = await measuresOf(db, queueId, label);
    if (measures) measured.push({ label, measures });
  }
  return measured;
}

/** Shapes and pairs of all labels together. There are few of them for any number of items. */
async function loadCounts(
  db: Database,
  queueId: string,
  labelIds: string[],
): Promise<{ shapes: Counts; pairs: Counts }> {
  const rows =
    labelIds.length === 0
      ? []
      : await db
          .select({
            labelId: agreementCounters.labelId,
            counter: agreementCounters.counter,
            key: agreementCounters.key,
            sum: agreementCounters.sum,
          })
          .from(agreementCounters)
          .where(
            and(
              eq(agreementCounters.queueId, queueId),
              inArray(agreementCounters.labelId, labelIds),
              inArray(agreementCounters.counter, ["shape", "pair"]),
            ),
          );
  const groups = groupBy(rows, (row) => row.counter);
  const summed = (counter: string): Counts =>
    sumCounts((groups.get(counter) ?? []).map(({ key, sum }) => new Map([[key, sum]])));
  return { shapes: summed("shape"), pairs: summed("pair") };
}

async function disagreeingItems(db: Database, queueId: string, labelId: string): Promise<string[]> {
  const rows = await db
    .select({ itemId: agreementItems.itemId })
    .from(agreementItems)
    .where(disagreeing(queueId, labelId))
    .orderBy(asc(agreementItems.itemId))
    .limit(LISTED_DISAGREEMENTS);
  return rows.map((row) => row.itemId);
}

/** Items of the queue to which annotators gave different values under the label, according to the counted agreement. */
export const disagreeing = (queueId: string, labelId: string) =>
  and(eq(agreementItems.queueId, queueId), eq(agreementItems.labelId, labelId), eq(agreementItems.disagrees, true));

async function presentPairs(db: Database, counts: Counts) {
  const pairs = pairAgreements(counts);
  const name = await namesOf(
    db,
    pairs.flatMap((pair) => pair.annotators),
  );
  return pairs.map(({ annotators: [first, second], agreement }) => ({
    annotator_1_id: first,
    annotator_1_name: name(first).name,
    annotator_2_id: second,
    annotator_2_name: name(second).name,
    agreement_pct: toThreeDecimals(agreement.value),
    total_comparisons: agreement.items,
  }));
}
