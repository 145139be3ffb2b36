// Pairs of scores: whether one side tends to be higher.
import { normalCdf } from "@/lib/distributions";

/** Pairs with that difference, second less first. */
interface Difference {
  readonly pairs: number;
  readonly difference: number;
}

interface SignedRanks {
  /** Two-sided. 1 where no pair differs. */
  readonly p: number;
  readonly method: "exact" | "normal";
  /** Sums of the ranks of rises and of falls. */
  readonly rises: number;
  readonly falls: number;
  /** Pairs that differ; the others are left out. */
  readonly differing: number;
  /**
   * (rises − falls) / all ranks, −1 to 1: Kerby (2014), "The simple difference formula". Null where no pair differs.
   */
  readonly rankBiserial: number | null;
}

const MOST_EXACT = 50;

/**
 * Wilcoxon's signed-rank test: Wilcoxon (1945), "Individual comparisons by ranking methods", Biometrics Bulletin 1.
 * Pairs without a difference are left out. Equal differences share their mean rank. Up to 50 pairs the distribution is
 * exact for these ranks. Beyond that it is normal, with the variance corrected for ties and a continuity correction.
 */
export function wilcoxonSignedRank(differences: readonly Difference[]): SignedRanks {
  const ranks = ranksOf(differences);
  const differing = ranks.reduce((sum, { pairs }) => sum + pairs, 0);
  const sumOf = (sign: number) =>
    ranks.reduce((sum, { rank, pairs, difference }) => (Math.sign(difference) === sign ? sum + rank * pairs : sum), 0);
  const [rises, falls] = [sumOf(1), sumOf(-1)];
  const isExact = differing <= MOST_EXACT;
  const p = isExact
    ? exactChance(ranks, Math.min(rises, falls))
    : normalChance(ranks, differing, Math.min(rises, falls));
  const rankBiserial = differing === 0 ? null : (rises - falls) / (rises + falls);
  return { p, method: isExact ? "exact" : "normal", rises, falls, differing, rankBiserial };
}

interface Ranked extends Difference {
  readonly rank: number;
}

function ranksOf(differences: readonly Difference[]): Ranked[] {
  const bySize = differences
    .filter(({ difference, pairs }) => difference !== 0 && pairs > 0)
    .toSorted((one, other) => Math.abs(one.difference) - Math.abs(other.difference));
  const ranked: Ranked[] = [];
  let before = 0;
  for (let start = 0; start < bySize.length; ) {
    const size = Math.abs(bySize[start]?.difference ?? 0);
    let [end, pairs] = [start, 0];
    for (; Math.abs(bySize[end]?.difference ?? 0) === size; end++) pairs += bySize[end]?.pairs ?? 0;
    const rank = before + (pairs + 1) / 2;
    for (const one of bySize.slice(start, end)) ranked.push({ ...one, rank });
    before += pairs;
    start = end;
  }
  return ranked;
}

/** How often a sum of ranks, each included with even odds, is at least as far from the middle as `least`. */
function exactChance(ranks: readonly Ranked[], least: number): number {
  // In half units: shared ranks are multiples of a half.
  const total = ranks.reduce((sum, { rank, pairs }) => sum + 2 * rank * pairs, 0);
  const chances = new Float64Array(total + 1);
  chances[0] = 1;
  let reached = 0;
  for (const { rank, pairs } of ranks) {
    const step = 2 * rank;
    for (let pair = 0; pair < pairs; pair++) {
      reached += step;
      for (let sum = reached; sum >= 0; sum--)
        chances[sum] = ((chances[sum] ?? 0) + (sum >= step ? (chances[sum - step] ?? 0) : 0)) / 2;
    }
  }
  const tail = chances.subarray(0, 2 * least + 1).reduce((sum, chance) => sum + chance, 0);
  return Math.min(1, 2 * tail);
}

function normalChance(ranks: readonly Ranked[], n: number, least: number): number {
  const tied = new Map<number, number>();
  for (const { rank, pairs } of ranks) tied.set(rank, (tied.get(rank) ?? 0) + pairs);
  const ties = [...tied.values()].reduce((sum, t) => sum + t ** 3 - t, 0);
  const deviation = Math.sqrt((n * (n + 1) * (2 * n + 1)) / 24 - ties / 48);
  return Math.min(1, 2 * normalCdf((least + 0.5 - (n * (n + 1)) / 4) / deviation));
}
