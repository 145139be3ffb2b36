import { type Range, rangeText as rangeOf, wholePercentText } from "@/app/_ui/figure/numbers";
import type { Domain } from "@/app/_ui/figure/scale";
import { roundUp } from "@/app/_ui/figure/scale";
import type { EvalOutput } from "@/lib/contracts/evaluation/names";

/** A mean as text: the share that passes, or the score itself. */
export const meanText = (type: EvalOutput, mean: number): string =>
  type === "Pass/Fail" ? `${wholePercentText(mean)} passed` : String(Number(mean.toPrecision(3)));

/** The interval of a mean. */
export const rangeText = (type: EvalOutput, interval: Range): string =>
  rangeOf(interval, type === "Pass/Fail" ? wholePercentText : (mean) => meanText(type, mean));

/** The axis of a mean's plot: 0 to 1, except for numbers of any size. */
export function domainOf(type: EvalOutput, values: readonly (number | null)[]): Domain {
  const known = values.filter((mean) => mean !== null);
  const [least, greatest] = [Math.min(0, ...known), Math.max(0, ...known)];
  if (type !== "numeric" || (least >= 0 && greatest <= 1)) return { min: 0, max: 1 };
  return { min: least < 0 ? -roundUp(-least) : 0, max: roundUp(greatest) };
}
