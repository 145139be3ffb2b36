// The figures that are drawn over time.
import { rangeText, wholePercentText } from "@/app/_ui/figure/numbers";
import { type Domain, roundUp } from "@/app/_ui/figure/scale";
import type { Output } from "@/lib/contracts/contract";
import type { getProjectActivity } from "@/lib/contracts/traces/activity";

export type Activity = Output<typeof getProjectActivity>;
export type Step = Activity["steps"][number];

export interface Measure {
  value: number | null;
  interval: { low: number; high: number } | null;
}

const hours = new Intl.DateTimeFormat("en", {
  ...{ day: "numeric", month: "short", hour: "2-digit", minute: "2-digit", hourCycle: "h23", timeZone: "UTC" },
});
const days = new Intl.DateTimeFormat("en", { day: "numeric", month: "short", timeZone: "UTC" });
const clock = new Intl.DateTimeFormat("en", { hour: "2-digit", minute: "2-digit", hourCycle: "h23", timeZone: "UTC" });

/** The name of a step: "Mar 9", or "Mar 9, 14:00 UTC". */
export const stepText = (step: Activity["step"], { from }: Pick<Step, "from">): string =>
  step === "day" ? days.format(new Date(from)) : `${hours.format(new Date(from))} UTC`;

/** Labels under about six steps, the last one among them. */
export function tickOf(step: Activity["step"], steps: readonly Pick<Step, "from">[], index: number): string | null {
  const every = Math.max(1, Math.ceil(steps.length / 6));
  const from = steps[index]?.from;
  if (from === undefined || (steps.length - 1 - index) % every > 0) return null;
  return (step === "day" ? days : clock).format(new Date(from));
}

/** "12 % (8 % to 17 %)". */
export const measureText = ({ value, interval }: Measure, text: (value: number) => string): string | null =>
  value === null ? null : interval ? `${text(value)} (${rangeText(interval, text)})` : text(value);

export const rateText = (share: number): string =>
  share > 0 && share < 0.1 ? `${(share * 100).toFixed(1)} %` : wholePercentText(share);

/** From zero, or below it if values are, to a round number above all values and intervals. */
export function domainOf(measures: readonly Measure[]): Domain {
  const values = measures.flatMap(({ value, interval }) => [value ?? 0, interval?.low ?? 0, interval?.high ?? 0]);
  const least = Math.min(0, ...values);
  return { min: least < 0 ? -roundUp(-least) : 0, max: roundUp(Math.max(0, ...values)) };
}

/** Rates go up to 100 %, but small ones would all lie on the axis. */
export const rateDomainOf = (measures: readonly Measure[]): Domain => {
  const { max } = domainOf(measures);
  return { min: 0, max: Math.min(1, max) };
};
