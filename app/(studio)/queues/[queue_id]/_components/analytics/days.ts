const DAY_MS = 24 * 3600 * 1000;

/** The last days up to today (UTC), the earliest first, those without any work included. */
export function lastDays(
  daily: readonly { date: string; count: number }[],
  today: Date,
  days = 30,
): { date: string; count: number }[] {
  const counts = new Map(daily.map(({ date, count }) => [date, count]));
  return Array.from({ length: days }, (_, index) => {
    const date = new Date(today.getTime() - (days - 1 - index) * DAY_MS).toISOString().slice(0, 10);
    return { date, count: counts.get(date) ?? 0 };
  });
}

const words = new Intl.DateTimeFormat("en", { day: "numeric", month: "short", timeZone: "UTC" });
/** "9 Nov" of "2026-11-09". */
export const dayText = (date: string): string => words.format(new Date(`${date}T00:00:00Z`));
