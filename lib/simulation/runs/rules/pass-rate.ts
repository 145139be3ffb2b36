import { estimateMean, type Scale, sampleOf } from "@/lib/estimate";
import { groupBy } from "@/lib/group-by";

/** The data of an execution's pass rate, as last counted by settle.ts. */
interface CallTally {
  passedCalls: number;
  failingCalls: number;
  countedRows: number;
  rowSquares: number;
}

/**
 * The pass rate of the counted calls, 0 to 1, with its 95 % interval, which treats trials of one row as related. Nulls
 * if no call counts.
 */
export function passRate({ passedCalls, failingCalls, countedRows, rowSquares }: CallTally) {
  const values = passedCalls + failingCalls;
  const { mean, interval } = estimateMean({
    values,
    clusters: countedRows,
    mean: passedCalls / values,
    squares: rowSquares,
    scale: "unit",
    isBinary: true,
    isShare: true,
  });
  return { pass_rate: mean, pass_rate_interval: interval };
}

interface Scored {
  /** Identifies the call's row: trials of one row are related. */
  row: string;
  passed: boolean | null;
  score: number | null;
  /** The scale of the score: a verdict is always 0 or 1. */
  scale: Scale;
}

/**
 * An evaluation's results over its scored calls: the pass rate, 0 to 1, and the mean score, each with its 95 % interval
 * (`estimateMean`), clustered by rows like an execution's pass rate. Null if there are no data.
 */
export function evaluationRates(scored: readonly Scored[]) {
  const rows = [...groupBy(scored, ({ row }) => row).values()];
  const estimateOf = (scale: Scale, numbersOf: (one: Scored) => number[]) =>
    estimateMean(
      sampleOf(
        rows.map((calls) => calls.flatMap(numbersOf)).filter((numbers) => numbers.length > 0),
        scale,
      ),
    );
  const passing = estimateOf("unit", ({ passed }) => (passed === null ? [] : [Number(passed)]));
  const scale = scored.some((one) => one.scale === "number") ? "number" : "unit";
  const scores = estimateOf(scale, ({ score }) => (score === null ? [] : [score]));
  return {
    pass_rate: passing.mean,
    pass_rate_interval: passing.interval,
    average: scores.mean,
    average_interval: scores.interval,
  };
}
