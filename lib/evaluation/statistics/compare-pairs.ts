// Compares two runs row by row: the difference, whether it could be chance, and how many rows a clear result needs.
import { bootstrap } from "@/lib/annotation/agreement/bootstrap";
import { type Bounds, estimateMean, type Scale, varies } from "@/lib/estimate";
import { differenceOf } from "./difference";
import { cohensG, mcNemarExact, noIntervalOf, type PairedCounts, pairedDifference } from "./mcnemar";
import { detectableMean, detectableShare, pairsForMean, pairsForShare } from "./power";
import { wilcoxonSignedRank } from "./wilcoxon";

/** Rows with these values in the two runs. For several trials, the mean. */
export interface PairGroup {
  readonly pairs: number;
  readonly first: number;
  readonly second: number;
}

export interface PairComparison {
  readonly pairs: number;
  readonly first: number | null;
  readonly second: number | null;
  /** Second less first. */
  readonly difference: number | null;
  readonly interval: (Bounds & { readonly method: "tango" | "t" }) | null;
  readonly bootstrap: (Bounds & { readonly resamples: number }) | null;
  readonly test: { readonly name: "mcnemar_exact" | "wilcoxon_signed_rank"; readonly p: number } | null;
  readonly effect: { readonly name: "cohens_g" | "rank_biserial"; readonly value: number } | null;
  /** The pairs that this difference needs, and the difference that these pairs can show: at 5 %, with 80 % power. */
  readonly neededPairs: number | null;
  readonly detectable: number | null;
  readonly rises: number;
  readonly falls: number;
  readonly reason: string | null;
}

/**
 * Limits on bootstrap draws: few enough that a comparison takes some tenths of a second, and enough to be meaningful.
 */
const DRAWN = 1_000_000;
const MOST_RESAMPLES = 2000;
const LEAST_RESAMPLES = 200;
/** With fewer rows, the bootstrap covers less than 95 % if scores pile up at one end (bench/intervals.ts). */
const LEAST_RESAMPLED_PAIRS = 300;

/** McNemar's test if all values are 0 or 1 on a scale from 0 to 1; else Wilcoxon's. The seed fixes the bootstrap. */
export function comparePairs(
  groups: readonly PairGroup[],
  seed: string,
  scale: Scale,
  mostResamples = MOST_RESAMPLES,
): PairComparison {
  const pairs = sum(groups, () => 1);
  if (pairs === 0) return nothing;
  const [first, second] = [sum(groups, (group) => group.first) / pairs, sum(groups, (group) => group.second) / pairs];
  const isBinary = scale === "unit" && groups.every((group) => isBit(group.first) && isBit(group.second));
  return {
    pairs,
    first,
    second,
    difference: second - first,
    ...(isBinary ? compareShares(groups, pairs) : compareScores(groups, pairs)),
    // For passes the score interval says the same, and is right with fewer rows.
    bootstrap: isBinary || pairs < LEAST_RESAMPLED_PAIRS ? null : resampled(groups, seed, mostResamples),
    rises: sum(groups, (group) => Number(differenceOf(group) > 0)),
    falls: sum(groups, (group) => Number(differenceOf(group) < 0)),
  };
}

const isBit = (value: number): boolean => value === 0 || value === 1;
const sum = (groups: readonly PairGroup[], of: (group: PairGroup) => number): number =>
  groups.reduce((all, group) => all + group.pairs * of(group), 0);

const nothing: PairComparison = {
  pairs: 0,
  first: null,
  second: null,
  difference: null,
  interval: null,
  bootstrap: null,
  test: null,
  effect: null,
  neededPairs: null,
  detectable: null,
  rises: 0,
  falls: 0,
  reason: "No row has a score in both runs.",
};

type Tested = Pick<PairComparison, "interval" | "test" | "effect" | "neededPairs" | "detectable" | "reason">;

function compareShares(groups: readonly PairGroup[], pairs: number): Tested {
  const at = (first: number, second: number) =>
    sum(groups, (group) => Number(group.first === first && group.second === second));
  const counts: PairedCounts = { bothPass: at(1, 1), onlyFirst: at(1, 0), onlySecond: at(0, 1), bothFail: at(0, 0) };
  const [difference, differing] = [
    (counts.onlySecond - counts.onlyFirst) / pairs,
    (counts.onlySecond + counts.onlyFirst) / pairs,
  ];
  const [g, interval] = [cohensG(counts), pairedDifference(counts)];
  return {
    interval: interval && { ...interval, method: "tango" },
    test: { name: "mcnemar_exact", p: mcNemarExact(counts) },
    effect: g === null ? null : { name: "cohens_g", value: g },
    neededPairs: pairsForShare(difference, differing),
    detectable: detectableShare(pairs, differing),
    reason: noIntervalOf(counts),
  };
}

function compareScores(groups: readonly PairGroup[], pairs: number): Tested {
  const differences = groups.map((group) => ({ pairs: group.pairs, difference: differenceOf(group) }));
  const mean = differences.reduce((all, one) => all + one.pairs * one.difference, 0) / pairs;
  const squares = differences.reduce((all, one) => all + one.pairs * (one.difference - mean) ** 2, 0);
  const sample = { values: pairs, clusters: pairs, mean, squares };
  const { interval, reason } = estimateMean({
    ...sample,
    // Differences of scores are not limited to a scale from 0 to 1.
    scale: "number",
    isBinary: false,
    isShare: false,
  });
  const ranked = wilcoxonSignedRank(differences);
  const deviation = pairs > 1 && varies(sample) ? Math.sqrt(squares / (pairs - 1)) : null;
  return {
    interval: interval && { ...interval, method: "t" },
    test: { name: "wilcoxon_signed_rank", p: ranked.p },
    effect: ranked.rankBiserial === null ? null : { name: "rank_biserial", value: ranked.rankBiserial },
    neededPairs: deviation === null ? null : pairsForMean(mean, deviation),
    detectable: deviation === null ? null : detectableMean(pairs, deviation),
    reason,
  };
}

/**
 * The bootstrap over rows: both runs' values of a row are drawn together. Null if there are too few rows, or if rows
 * have too many different values.
 */
function resampled(groups: readonly PairGroup[], seed: string, most: number): PairComparison["bootstrap"] {
  const resamples = Math.min(most, Math.floor(DRAWN / groups.length));
  if (resamples < LEAST_RESAMPLES) return null;
  const rows = groups.map((group) => ({ items: group.pairs, difference: differenceOf(group) }));
  const difference = (drawn: readonly { items: number; difference: number }[]) => {
    const items = drawn.reduce((all, row) => all + row.items, 0);
    const value = drawn.reduce((all, row) => all + row.items * row.difference, 0) / items;
    return { items, comparisons: items, leftOut: 0, value };
  };
  const { drawn } = bootstrap(rows, { drawn: difference }, seed, resamples);
  return drawn.low === null ? null : { low: drawn.low, high: drawn.high, resamples };
}
