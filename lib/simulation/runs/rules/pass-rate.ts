import { estimateMean } from "@/lib/evaluation/statistics/estimate";

/** What an execution's pass rate is made of, as settle.ts has counted it last. */
interface Counted {
  passedCalls: number;
  failingCalls: number;
  countedRows: number;
  rowSquares: number;
}

/** The share of the calls that count that passed, 0 to 1, with its 95 % interval, in which trials of one row are no strangers; nulls where none counts. */
export function passRate({ passedCalls, failingCalls, countedRows, rowSquares }: Counted) {
  const values = passedCalls + failingCalls;
  const { mean, interval } = estimateMean({
    values,
    clusters: countedRows,
    mean: passedCalls / values,
    squares: rowSquares,
    isBinary: true,
  });
  return { pass_rate: mean, pass_rate_interval: interval };
}
