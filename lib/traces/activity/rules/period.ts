// The steps of a range of time.
import { HOURLY_DAYS, MAX_ACTIVITY_DAYS } from "@/lib/contracts/limits";
import { invalidField } from "@/lib/errors";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const DEFAULT_MS = 7 * DAY_MS;
/** PostgreSQL has no year 0. */
const EARLIEST_MS = Date.parse("0001-01-01T00:00:00Z");

/** In milliseconds since 1970. */
export interface Period {
  from: number;
  to: number;
}

export interface Range extends Period {
  step: "hour" | "day";
  /** The last one may end before its hour or day does. */
  steps: Period[];
}

/** The range from the beginning of its first hour or day, in steps. Throws `invalid`. */
export function rangeOf(input: { from?: string | undefined; to?: string | undefined }, now: Date): Range {
  const to = input.to === undefined ? now.getTime() : Date.parse(input.to);
  const start = input.from === undefined ? Math.max(EARLIEST_MS, to - DEFAULT_MS) : Date.parse(input.from);
  if (start >= to) throw invalidField("from", "Must be before `to`.");
  if (to - start > MAX_ACTIVITY_DAYS * DAY_MS)
    throw invalidField("from", `The range may have at most ${MAX_ACTIVITY_DAYS} days.`);
  const step = to - start <= HOURLY_DAYS * DAY_MS ? "hour" : "day";
  const length = step === "hour" ? HOUR_MS : DAY_MS;
  const from = Math.floor(start / length) * length;
  const steps = Array.from({ length: Math.ceil((to - from) / length) }, (_, index) => ({
    from: from + index * length,
    to: Math.min(to, from + (index + 1) * length),
  }));
  return { from, to, step, steps };
}
