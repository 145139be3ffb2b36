// When a queue will be done, in one sentence.
import { countText, dayText, quantity } from "@/app/_ui/figure/numbers";
import type { Workload } from "@/lib/contracts/annotation/queues/workload";

type Forecast = Pick<Workload, "left" | "completed_per_day" | "ends_on" | "late" | "due_date">;

/** Tenths have a meaning below ten items only. */
const paceText = (perDay: number): string => `${quantity(perDay < 10 ? perDay : Math.round(perDay), "item")} a day`;

/** "At 120 items a day, work ends on Dec 4, 340 items late." */
export function forecastText({ left, completed_per_day, ends_on, late, due_date }: Forecast): string {
  if (left === 0) return "Nothing is left to do.";
  if (completed_per_day === null)
    return `${quantity(left, "item")} left. The pace is unknown: no item was completed in the last 14 days.`;
  if (ends_on === null) return `${quantity(left, "item")} left. At this pace it takes more than ten years.`;
  const end = `At ${paceText(completed_per_day)}, work ends on ${dayText(ends_on)}`;
  if (due_date === null || late === null) return `${end}.`;
  return late > 0 ? `${end}, ${countText(late)} ${late === 1 ? "item" : "items"} late.` : `${end}, in time.`;
}
