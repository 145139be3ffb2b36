// Agreement of two annotators, from the counters of a label, so that its cost does not grow with the items.
import type { Database } from "@/db/client";
import { agreementLabel } from "@/lib/annotation/agreement/canonical";
import { scaleOf } from "@/lib/annotation/agreement/category-readings";
import { cohenKappa } from "@/lib/annotation/agreement/coefficients/cohen-kappa";
import { type Cell, type PairTable, pairTables } from "@/lib/annotation/agreement/contingency";
import { countersOf } from "@/lib/annotation/agreement/counters";
import { labelInQueue } from "@/lib/annotation/labels/usable-labels";
import { assertMayReadReports, queueAccess } from "@/lib/annotation/scope/loaders";
import type { Context, Verb } from "@/lib/context";
import type * as contracts from "@/lib/contracts/annotation/reports/pairs";
import { type Confusion, MAX_CATEGORIES } from "@/lib/contracts/annotation/reports/pairs";
import { invalidField } from "@/lib/errors";
import { estimateMean, sampleOf } from "@/lib/estimate";
import { countsOf, toThreeDecimals } from "./agreement-measures";
import { annotatorsOf, namesOf } from "./annotator-names";
import { foldAll } from "./fold";

/** The label, after what has changed is counted. */
export async function countedLabel({ db, caller }: Context, queueId: string, labelId: string) {
  assertMayReadReports(await queueAccess(db, caller, queueId));
  const label = await labelInQueue(db, caller.organizationId, queueId, labelId);
  return { label, pending: await foldAll(db, queueId) };
}

export const listPairAgreements: Verb<typeof contracts.listPairAgreements> = async (context, input) => {
  const { label, pending } = await countedLabel(context, input.queue_id, input.label_id);
  const tables = pairTables(await countsOf(context.db, input.queue_id, label.id, "pair"));
  const name = await namesOf(
    context.db,
    tables.flatMap(({ annotators }) => annotators),
  );
  return {
    pairs: tables.map(({ annotators: [first, second], cells }) => ({
      first: name(first),
      second: name(second),
      ...samenessOf(cells),
    })),
    pending,
  };
};

export const getPairConfusion: Verb<typeof contracts.getPairConfusion> = async (context, input) => {
  const [first, second] = [input.first.toLowerCase(), input.second.toLowerCase()];
  if (first === second) throw invalidField("second", "Must be another annotator.");
  const { label, pending } = await countedLabel(context, input.queue_id, input.label_id);
  const name = await annotatorsOf(context.db, input.queue_id, [first, second]);
  const people = { first: name(first), second: name(second), label_type: label.type, pending };
  const table = countersOf[label.type].includes("cell")
    ? await tableOf(context.db, input.queue_id, label, [first, second])
    : null;
  if (table === null)
    return { ...people, ...nothing, reason: "Labels of this type have no fixed list of values to compare." };
  if (table === undefined) return { ...people, ...nothing, reason: "The two have not answered the same item yet." };
  const { value: kappa } = cohenKappa(table);
  return { ...people, ...samenessOf(table.cells), kappa: toThreeDecimals(kappa), ...shownCells(table), reason: null };
};

const nothing = {
  items: 0,
  same: 0,
  agreement: null,
  interval: null,
  kappa: null,
  categories: [],
  cells: [],
  left_out: 0,
};

type Label = Awaited<ReturnType<typeof countedLabel>>["label"];

/** The pair's table with the first in its rows; undefined if the two have no item in common. */
async function tableOf(db: Database, queueId: string, label: Label, [first, second]: readonly [string, string]) {
  const scale = scaleOf(agreementLabel(label.type, label.settings));
  const tables = pairTables(await countsOf(db, queueId, label.id, "cell"), scale);
  const table = tables.find(({ annotators }) => annotators.includes(first) && annotators.includes(second));
  if (!table || table.annotators[0] === first) return table;
  return { ...table, cells: table.cells.map((cell) => ({ ...cell, first: cell.second, second: cell.first })) };
}

function shownCells({ categories, cells }: PairTable): Pick<Confusion, "categories" | "cells" | "left_out"> {
  const use = categories.map((_, index) =>
    cells.reduce((sum, { first, second, items }) => sum + (first === index || second === index ? items : 0), 0),
  );
  const kept = new Set(
    categories
      .map((_, index) => index)
      .sort((one, other) => (use[other] ?? 0) - (use[one] ?? 0))
      .slice(0, MAX_CATEGORIES),
  );
  const shown = cells.filter(({ first, second }) => kept.has(first) && kept.has(second));
  return {
    categories: categories.filter((_, index) => kept.has(index)),
    cells: shown.map(({ first, second, items }) => ({
      first_value: categories[first] ?? "",
      second_value: categories[second] ?? "",
      items,
    })),
    left_out: itemsIn(cells) - itemsIn(shown),
  };
}

const itemsIn = (cells: readonly Cell[]): number => cells.reduce((sum, { items }) => sum + items, 0);

/** Items are independent under one label, so the share is a proportion. */
function samenessOf(cells: readonly Cell[]) {
  const items = itemsIn(cells);
  const same = itemsIn(cells.filter(({ first, second }) => first === second));
  const agreement = items === 0 ? null : same / items;
  const sample = { ...sampleOf([], "unit"), values: items, clusters: items, mean: agreement ?? 0, squares: 0 };
  return { items, same, agreement, interval: estimateMean(sample).interval };
}
