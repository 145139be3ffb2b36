// The pairs that a comparison of two executions counts: trials of one row are no further evidence, so they count once.
import type { Scale } from "@/lib/estimate";
import { comparePairs, type PairGroup } from "@/lib/evaluation/statistics/compare-pairs";
import { groupBy } from "@/lib/group-by";

export interface TrialPair {
  scenarioId: string;
  rowId: string | null;
  first: number;
  second: number;
}

/** One pair for each row: the means over its trials. */
export const pairedRows = (trials: readonly TrialPair[]): PairGroup[] =>
  [...groupBy(trials, ({ scenarioId, rowId }) => `${scenarioId} ${rowId ?? ""}`).values()].map((own) => ({
    pairs: 1,
    first: own.reduce((sum, { first }) => sum + first, 0) / own.length,
    second: own.reduce((sum, { second }) => sum + second, 0) / own.length,
  }));

/** No bootstrap, which nobody sees here, and so no seed. */
export const comparedRows = (trials: readonly TrialPair[], scale: Scale) =>
  comparePairs(pairedRows(trials), "", scale, 0);

export const boundsOf = (interval: { low: number; high: number } | null) =>
  interval && { low: interval.low, high: interval.high };
