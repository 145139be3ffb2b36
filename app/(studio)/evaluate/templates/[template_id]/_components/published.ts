interface Published {
  expected: number;
  actual: number;
  /** Half of the last published digit. */
  tolerance: number;
}

/** Whether ours equals the published value to its last digit, with a millionth of slack for binary rounding. */
export const holds = ({ expected, actual, tolerance }: Published): boolean =>
  Math.abs(actual - expected) <= tolerance * (1 + 1e-6);

const MOST_DIGITS = 12;

/** A value rounded to the published digits. */
export function valueText({ tolerance }: Published, value: number): string {
  const digits = Math.min(MOST_DIGITS, Math.max(0, Math.ceil(-Math.log10(2 * tolerance))));
  return value.toLocaleString("en", { maximumFractionDigits: Number.isFinite(digits) ? digits : MOST_DIGITS });
}
