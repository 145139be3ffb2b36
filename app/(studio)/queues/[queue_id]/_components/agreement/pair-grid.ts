import type { z } from "zod";
import type { HeatCell } from "@/app/_ui/figure/heat-map";
import { countText, percentText } from "@/app/_ui/figure/numbers";
import type { agreement } from "@/lib/contracts/annotation/reports";

export type Pair = z.infer<typeof agreement>["annotator_pairs"][number];

const MOST_NAMES = 12;

interface PairGrid {
  names: { id: string; name: string }[];
  /** People without a row. */
  leftOut: number;
  cellOf: (rowId: string, columnId: string) => HeatCell | null;
}

/** Pairs as a square grid of the people with the most values in common, sorted by name. */
export function pairGrid(pairs: readonly Pair[], most = MOST_NAMES): PairGrid {
  const people = new Map<string, { id: string; name: string; shared: number }>();
  const cells = new Map<string, HeatCell>();
  for (const pair of pairs) {
    const { annotator_1_id: first, annotator_2_id: second, total_comparisons: shared, agreement_pct } = pair;
    for (const [id, name] of [
      [first, pair.annotator_1_name],
      [second, pair.annotator_2_name],
    ] as const)
      people.set(id, { id, name, shared: (people.get(id)?.shared ?? 0) + shared });
    if (agreement_pct === null) continue;
    const cell = {
      share: agreement_pct,
      text: `${Math.round(agreement_pct * 100)}`,
      detail: `${pair.annotator_1_name} and ${pair.annotator_2_name}: ${percentText(agreement_pct)} of ${countText(shared)} pairs of values are equal`,
    };
    cells.set(`${first} ${second}`, cell);
    cells.set(`${second} ${first}`, cell);
  }
  const busiest = [...people.values()].sort((left, right) => right.shared - left.shared).slice(0, most);
  return {
    names: busiest.sort((left, right) => left.name.localeCompare(right.name, "en", { numeric: true })),
    leftOut: people.size - busiest.length,
    cellOf: (rowId, columnId) => cells.get(`${rowId} ${columnId}`) ?? null,
  };
}
