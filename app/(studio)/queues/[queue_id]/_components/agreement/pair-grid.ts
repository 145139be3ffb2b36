import type { z } from "zod";
import type { HeatCell } from "@/app/_ui/figure/heat-map";
import { countedOf, percentText, quantity, type Range, rangeText, wholePercentText } from "@/app/_ui/figure/numbers";
import { links } from "@/lib/client/links";
import type { agreement } from "@/lib/contracts/annotation/reports";
import type { PairAgreement } from "@/lib/contracts/annotation/reports/pairs";

/** Two annotators' agreement, under one label or over all. */
export interface Pair {
  first: { id: string; name: string };
  second: { id: string; name: string };
  /** Items under one label; pairs of values over all. */
  compared: number;
  agreement: number | null;
  interval: Range | null;
  /** Items that differ; null over all labels, where an item can differ several times. */
  differing: number | null;
}

export const pairUnderLabel = ({ first, second, items, same, agreement, interval }: PairAgreement): Pair => ({
  first,
  second,
  compared: items,
  agreement,
  interval,
  differing: items - same,
});

export const pairOverAll = (pair: z.infer<typeof agreement>["annotator_pairs"][number]): Pair => ({
  first: { id: pair.annotator_1_id, name: pair.annotator_1_name },
  second: { id: pair.annotator_2_id, name: pair.annotator_2_name },
  compared: pair.total_comparisons,
  agreement: pair.agreement_pct,
  interval: null,
  differing: null,
});

/** Where a pair's figure leads: to the items that differ, or to all if none does. */
export const hrefOfPair = (queueId: string, label: string | undefined, { first, second, ...pair }: Pair): string =>
  links.pairItems(queueId, {
    first: first.id,
    second: second.id,
    label,
    differs: pair.differing === null ? (pair.agreement ?? 0) < 1 : pair.differing > 0,
  });

const MOST_NAMES = 12;

interface PairGrid {
  names: { id: string; name: string }[];
  /** People without a row. */
  leftOut: number;
  cellOf: (rowId: string, columnId: string) => HeatCell | null;
}

/** Pairs as a square grid of the people with the most values in common, sorted by name. */
export function pairGrid(pairs: readonly Pair[], hrefOf: (pair: Pair) => string, most = MOST_NAMES): PairGrid {
  const people = new Map<string, { id: string; name: string; shared: number }>();
  const cells = new Map<string, HeatCell>();
  for (const pair of pairs) {
    const { first, second, compared } = pair;
    for (const { id, name } of [first, second])
      people.set(id, { id, name, shared: (people.get(id)?.shared ?? 0) + compared });
    const cell = cellOfPair(pair, hrefOf(pair));
    if (cell === null) continue;
    cells.set(`${first.id} ${second.id}`, cell);
    cells.set(`${second.id} ${first.id}`, cell);
  }
  const busiest = [...people.values()].sort((left, right) => right.shared - left.shared).slice(0, most);
  return {
    names: busiest.sort((left, right) => left.name.localeCompare(right.name, "en", { numeric: true })),
    leftOut: people.size - busiest.length,
    cellOf: (rowId, columnId) => cells.get(`${rowId} ${columnId}`) ?? null,
  };
}

function cellOfPair({ first, second, compared, agreement, interval, differing }: Pair, href: string): HeatCell | null {
  if (agreement === null) return null;
  const both = `${first.name} and ${second.name}`;
  const bounds = interval ? ` (95 % interval ${rangeText(interval, percentText)})` : "";
  const shown =
    differing === null ? "" : differing > 0 ? `. Show the ${quantity(differing, "item")} that differ` : ". Show them";
  const sample =
    differing === null
      ? `${percentText(agreement)} of ${quantity(compared, "pair of values", "pairs of values")} are equal`
      : `${countedOf(compared - differing, compared, "item")} the same, ${percentText(agreement)}${bounds}`;
  return {
    share: agreement,
    text: `${Math.round(agreement * 100)}`,
    note: `n ${compared}${interval ? `, ${Math.round(interval.low * 100)}–${wholePercentText(interval.high)}` : ""}`,
    detail: `${both}: ${sample}${shown}`,
    href,
  };
}
