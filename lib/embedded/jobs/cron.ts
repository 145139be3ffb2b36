// Five-field cron expressions, in UTC: lists, ranges and steps of numbers.

const fields = [
  { name: "minute", low: 0, high: 59 },
  { name: "hour", low: 0, high: 23 },
  { name: "day of the month", low: 1, high: 31 },
  { name: "month", low: 1, high: 12 },
  { name: "day of the week", low: 0, high: 7 },
] as const;

export interface Schedule {
  expression: string;
  matches(instant: Date): boolean;
}

/** Throws a sentence about the first part that it cannot read. */
export function parseCron(expression: string): Schedule {
  const parts = expression.trim().split(/\s+/);
  if (parts.length !== fields.length) throw new Error(`"${expression}" does not have five fields`);
  const [minutes, hours, dates, months, weekdays] = fields.map((field, index) => numbersOf(parts[index] ?? "", field));
  if (weekdays?.has(7)) weekdays.add(0);
  const restricted = (index: number) => !parts[index]?.startsWith("*");
  return {
    expression,
    matches(instant) {
      const date = dates?.has(instant.getUTCDate()) ?? false;
      const weekday = weekdays?.has(instant.getUTCDay()) ?? false;
      // Cron's old rule: when both day fields are restricted, either suffices.
      const day = restricted(2) && restricted(4) ? date || weekday : date && weekday;
      const time = minutes?.has(instant.getUTCMinutes()) && hours?.has(instant.getUTCHours());
      return day && time === true && months?.has(instant.getUTCMonth() + 1) === true;
    },
  };
}

function numbersOf(text: string, field: (typeof fields)[number]): Set<number> {
  const numbers = new Set<number>();
  for (const part of text.split(",")) {
    const match = /^(?:\*|(\d+)(?:-(\d+))?)(?:\/(\d+))?$/.exec(part);
    const first = match?.[1] === undefined ? field.low : Number(match[1]);
    const openEnd = match?.[1] === undefined || match[3] !== undefined ? field.high : first;
    const last = match?.[2] === undefined ? openEnd : Number(match[2]);
    const step = Number(match?.[3] ?? 1);
    if (!match || step === 0 || first < field.low || last > field.high || first > last) {
      throw new Error(`"${part}" is not a valid ${field.name}`);
    }
    for (let number = first; number <= last; number += step) numbers.add(number);
  }
  return numbers;
}

const minuteMs = 60_000;
const longestGapMs = 366 * 86_400_000;

/** The last matching minute after `since` and up to `now`; null when there is none. Looks back a year at most. */
export function lastTick(schedule: Schedule, since: Date, now: Date): Date | null {
  const earliest = Math.max(since.getTime(), now.getTime() - longestGapMs);
  for (let time = now.getTime() - (now.getTime() % minuteMs); time > earliest; time -= minuteMs) {
    if (schedule.matches(new Date(time))) return new Date(time);
  }
  return null;
}
