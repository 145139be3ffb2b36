interface Published {
  expected: number;
  actual: number;
  /** Half of the last digit that was published. */
  tolerance: number;
}

/** Whether ours is the published value, as far as it was published; sums in binary are off by less than a millionth of that. */
export const holds = ({ expected, actual, tolerance }: Published): boolean =>
  Math.abs(actual - expected) <= tolerance * (1 + 1e-6);

const MOST_DIGITS = 12;

/** A value to the digits that were published. */
export function valueText({ tolerance }: Published, value: number): string {
  const digits = Math.min(MOST_DIGITS, Math.max(0, Math.ceil(-Math.log10(2 * tolerance))));
  return value.toLocaleString("en", { maximumFractionDigits: Number.isFinite(digits) ? digits : MOST_DIGITS });
}
