const STEPS: readonly (readonly [Intl.RelativeTimeFormatUnit, number])[] = [
  ["year", 31_536_000],
  ["month", 2_592_000],
  ["day", 86_400],
  ["hour", 3600],
  ["minute", 60],
];
const formatter = new Intl.RelativeTimeFormat("en", { numeric: "auto", style: "short" });

/** The seconds to a moment ahead are rounded to a unit; of the past, only whole units count. */
const inUnits = (seconds: number, unit: number): number =>
  seconds > 0 ? Math.round(seconds / unit) : Math.trunc(seconds / unit);

/** "3 hr. ago", "in 2 days", "now". */
export function relativeTime(at: Date, now: Date): string {
  const seconds = (at.getTime() - now.getTime()) / 1000;
  // Of 59.6 minutes ahead, 60 would be an hour.
  const step = STEPS.find(([, size], index) => {
    const smaller = STEPS[index + 1]?.[1] ?? size;
    return Math.abs(seconds) >= size || Math.abs(inUnits(seconds, smaller) * smaller) >= size;
  });
  return step ? formatter.format(inUnits(seconds, step[1]), step[0]) : "now";
}
