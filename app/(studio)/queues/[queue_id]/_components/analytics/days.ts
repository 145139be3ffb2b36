import { type Day, lastDates } from "@/lib/annotation/reports/rules/days";

/** The last days up to today in the time zone, the earliest first, those without any work included. */
export function lastDays(daily: readonly Day[], now: Date, timeZone: string, days = 30): Day[] {
  const known = new Map(daily.map((day) => [day.date, day]));
  return lastDates(now, timeZone, days).map((date) => known.get(date) ?? { date, count: 0, answered: 0 });
}

const words = new Intl.DateTimeFormat("en", { day: "numeric", month: "short", timeZone: "UTC" });
/** "9 Nov" of "2026-11-09". */
export const dayText = (date: string): string => words.format(new Date(`${date}T00:00:00Z`));
