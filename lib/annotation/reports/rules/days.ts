// Days of a time zone, from counts per quarter of an hour.

/** `count`: completed items. `answered`: how often annotators completed one. */
export interface Day {
  date: string;
  count: number;
  answered: number;
}

/** The day of an instant, as "2026-03-01". */
export const dateIn = (timeZone: string): ((instant: Date) => string) => {
  const format = new Intl.DateTimeFormat("en-CA", { timeZone, year: "numeric", month: "2-digit", day: "2-digit" });
  return (instant) => format.format(instant);
};

/** The dates of this many days up to today, earliest first. */
export function lastDates(now: Date, timeZone: string, days: number): string[] {
  const today = new Date(`${dateIn(timeZone)(now)}T00:00:00Z`);
  return Array.from({ length: days }, (_, index) => {
    const day = new Date(today);
    day.setUTCDate(today.getUTCDate() - (days - 1 - index));
    return day.toISOString().slice(0, 10);
  });
}

interface Period {
  /** When the quarter of an hour begins: ISO 8601, or PostgreSQL's text form. */
  at: string;
  count: number;
  answered: number;
}

/** Sums by day, in the order of `dates`. Days without any are left out. */
export function daysOf(periods: readonly Period[], dates: readonly string[], timeZone: string): Day[] {
  const date = dateIn(timeZone);
  const days = new Map(dates.map((day): [string, Day] => [day, { date: day, count: 0, answered: 0 }]));
  for (const { at, count, answered } of periods) {
    const day = days.get(date(new Date(at)));
    if (!day) continue;
    day.count += count;
    day.answered += answered;
  }
  return [...days.values()].filter(({ count, answered }) => count + answered > 0);
}
