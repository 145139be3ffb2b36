// Formats figures of evaluations.
import { percentText, wholePercentText } from "@/app/_ui/figure/numbers";

const minus = (text: string): string => text.replace("-", "−");

/** A mean of scores; in percent if all are in 0 to 1, as passes are. */
export const scoreText = (value: number): string =>
  value >= 0 && value <= 1 ? percentText(value) : minus(Number(value.toPrecision(4)).toString());

/** A share of scored cells or rows: whole percents, and never 100 % where one is missing. */
export const coverageText = (share: number): string =>
  share < 1 && share >= 0.995 ? "> 99 %" : wholePercentText(share);

/** A difference of shares in percentage points, with its sign. */
export const pointsText = (difference: number): string => {
  const points = minus((Math.abs(difference) * 100).toFixed(1));
  return `${difference > 0 ? "+" : difference < 0 ? "−" : "±"}${points} pp`;
};

/** A p-value in the usual notation. */
export const chanceText = (p: number): string => (p < 0.001 ? "< 0.001" : p.toFixed(3));
