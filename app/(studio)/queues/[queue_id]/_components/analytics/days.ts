import { type Day, lastDates } from "@/lib/annotation/reports/rules/days";

/** The last days up to today in the time zone, earliest first, including days without work. */
export function lastDays(daily: readonly Day[], now: Date, timeZone: string, days = 30): Day[] {
  const known = new Map(daily.map((day) => [day.date, day]));
  return lastDates(now, timeZone, days).map((date) => known.get(date) ?? { date, count: 0, answered: 0 });
}
