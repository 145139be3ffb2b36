import { quantity } from "@/app/_ui/figure/numbers";
import type { Day } from "@/lib/annotation/reports/rules/days";
import { timeZoneName } from "@/lib/client/reports";

const DAYS = 30;

/** What the columns add up to: annotations, each by one person, and the items that were completed by them. */
export function throughputText(daily: readonly Day[], timeZone: string): string {
  const answered = daily.reduce((total, day) => total + day.answered, 0);
  const completed = daily.reduce((total, day) => total + day.count, 0);
  const mean = Math.round((10 * answered) / DAYS) / 10;
  // A mean that rounds to 0 would claim that nothing was done.
  const pace = mean > 0 ? `, ${mean} a day` : "";
  return `${quantity(answered, "annotation")} in the last ${DAYS} days${pace}; ${quantity(completed, "item")} completed (${timeZoneName(timeZone)})`;
}
