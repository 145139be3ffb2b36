import type { Domain } from "@/app/_ui/figure/scale";
import { roundUp } from "@/app/_ui/figure/scale";
import type { EvalOutput } from "@/lib/contracts/evaluation/names";
import { percentText } from "../../../_components/words";

/** A mean as it is told: the share that passes, or the score itself. */
export const meanText = (type: EvalOutput, mean: number): string =>
  type === "Pass/Fail" ? `${percentText(mean)} passed` : String(Number(mean.toPrecision(3)));

/** An interval around such a mean. */
export const rangeText = (type: EvalOutput, { low, high }: { low: number; high: number }): string =>
  type === "Pass/Fail"
    ? `${Math.round(low * 100)} to ${Math.round(high * 100)} %`
    : `${meanText(type, low)} to ${meanText(type, high)}`;

/** The axis of a mean's plot: 0 to 1, but for numbers of any size. */
export function domainOf(type: EvalOutput, means: readonly (number | null)[]): Domain {
  const known = means.filter((mean) => mean !== null);
  const [least, greatest] = [Math.min(0, ...known), Math.max(0, ...known)];
  if (type !== "numeric" || (least >= 0 && greatest <= 1)) return { min: 0, max: 1 };
  return { min: least < 0 ? -roundUp(-least) : 0, max: roundUp(greatest) };
}
