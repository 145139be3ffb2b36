// How much a row's value changes between two runs.
const STEP = 1e9;

/** Half a billionth. A smaller change is the rounding of floats. */
export const LEAST_CHANGE = 0.5 / STEP;

/** Second less first, in billionths: 0.8 − 0.7 and 0.3 − 0.2 are one change, although their floats differ. */
export const differenceOf = ({ first, second }: { readonly first: number; readonly second: number }): number =>
  Math.round((second - first) * STEP) / STEP;
