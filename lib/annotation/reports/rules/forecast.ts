// When a queue is done at its pace, and what its due date would miss. Days are those of UTC.

const DAY_MS = 24 * 3600 * 1000;
/** How far back the pace looks. */
export const PACE_DAYS = 14;

/** The day of an instant, as "2026-03-01". */
export const utcDay = (instant: Date): string => instant.toISOString().slice(0, 10);

/** A day in its number since 1970. */
const dayNumber = (day: string): number => Date.parse(`${day}T00:00:00Z`) / DAY_MS;
const dayOfNumber = (number: number): string => utcDay(new Date(number * DAY_MS));

/** The first of the days that the pace looks at, today being the last. */
export const paceSince = (today: string): string => dayOfNumber(dayNumber(today) - (PACE_DAYS - 1));

interface Done {
  date: string;
  count: number;
}

/**
 * How much is done a day: since the first of the last 14 days on which something was, today included, with days off
 * between. Null if nothing was done.
 */
export function paceOf(days: readonly Done[], today: string): number | null {
  const since = paceSince(today);
  const worked = days.filter(({ date, count }) => count > 0 && date >= since && date <= today);
  const [first] = worked.map(({ date }) => date).sort();
  if (first === undefined) return null;
  return worked.reduce((sum, { count }) => sum + count, 0) / (dayNumber(today) - dayNumber(first) + 1);
}

/** The rate as it is shown: one decimal. */
export const roundedPace = (pace: number | null): number | null => (pace === null ? null : Math.round(10 * pace) / 10);

interface Question {
  left: number;
  /** Items a day; null if unknown. */
  pace: number | null;
  today: string;
  dueDate: string | null;
}

export interface Forecast {
  endsOn: string | null;
  daysLate: number | null;
  late: number | null;
}

/** The furthest day that is named: a pace of one item in a year says nothing about the year 4000. */
const MAX_DAYS = 3650;

export function forecastOf({ left, pace, today, dueDate }: Question): Forecast {
  // Today is counted as a whole day from tomorrow on, because its own work is done already.
  const daysLeft = dueDate === null ? null : Math.max(0, dayNumber(dueDate) - dayNumber(today));
  const isOver = dueDate !== null && dueDate < today;
  if (left === 0) return { endsOn: null, daysLate: dueDate === null ? null : 0, late: dueDate === null ? null : 0 };
  // Once the day is over, everything left is late, at whatever pace.
  const lateNow = isOver ? left : null;
  if (pace === null || pace <= 0) return { endsOn: null, daysLate: null, late: lateNow };
  const days = Math.ceil(left / pace);
  if (days > MAX_DAYS) return { endsOn: null, daysLate: null, late: daysLeft === null ? null : left };
  const end = dayNumber(today) + days;
  return {
    endsOn: dayOfNumber(end),
    daysLate: dueDate === null ? null : Math.max(0, end - dayNumber(dueDate)),
    late: lateNow ?? (daysLeft === null ? null : Math.max(0, left - Math.floor(pace * daysLeft))),
  };
}
