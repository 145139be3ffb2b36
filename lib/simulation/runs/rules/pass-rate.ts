import { estimateMean, type Scale, sampleOf } from "@/lib/evaluation/statistics/estimate";
import { groupBy } from "@/lib/group-by";

/** What an execution's pass rate is made of, as settle.ts has counted it last. */
interface CallTally {
  passedCalls: number;
  failingCalls: number;
  countedRows: number;
  rowSquares: number;
}

/** The share of the calls that count that passed, 0 to 1, with its 95 % interval, in which trials of one row are no strangers; nulls where none counts. */
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
  /** Names the row that the call plays: its trials are no strangers. */
  row: string;
  passed: boolean | null;
  score: number | null;
  /** Of the score: a verdict is always 0 or 1. */
  scale: Scale;
}

/**
 * What an evaluation says of the calls that it has scored: the share that passed, 0 to 1, and the mean of the scores, each with its
 * 95 % interval (`estimateMean`), clustered by rows as an execution's pass rate is; null where nothing is there to say it of.
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
