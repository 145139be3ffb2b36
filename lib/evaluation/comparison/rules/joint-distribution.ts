import type { PairGroup } from "../../statistics/compare-pairs";

const BINS = 10;

/**
 * How many rows got each pair of values from the two runs. A few distinct values get a bin each. Many are binned in
 * equal steps from 0 to 1, or from the lowest to the highest if they exceed that.
 */
export function jointDistribution(groups: readonly PairGroup[]) {
  const values = [...new Set(groups.flatMap(({ first, second }) => [first, second]))].toSorted((one, two) => one - two);
  const { bins, binOf } = values.length <= BINS ? valueBins(values) : steps(values.at(0) ?? 0, values.at(-1) ?? 0);
  const counts = new Map<number, number>();
  for (const { first, second, pairs } of groups) {
    const bin = binOf(first) * BINS + binOf(second);
    counts.set(bin, (counts.get(bin) ?? 0) + pairs);
  }
  const cells = [...counts]
    .toSorted(([one], [two]) => one - two)
    .map(([bin, rows]) => ({ first: Math.floor(bin / BINS), second: bin % BINS, rows }));
  return { bins, cells };
}

const valueBins = (values: readonly number[]) => ({
  bins: values.map((value) => ({ from: value, to: value })),
  binOf: (value: number) => values.indexOf(value),
});

function steps(least: number, greatest: number) {
  const [low, high] = least >= 0 && greatest <= 1 ? [0, 1] : [least, greatest];
  const edge = (step: number) => low + ((high - low) * step) / BINS;
  return {
    bins: Array.from({ length: BINS }, (_, bin) => ({ from: edge(bin), to: edge(bin + 1) })),
    binOf: (value: number) => Math.min(BINS - 1, Math.floor(((value - low) / (high - low)) * BINS)),
  };
}
