import type { PartState } from "@/lib/contracts/names";

export interface DayMinutes {
  working: number;
  degraded: number;
  down: number;
}

/** Shorter ones are restarts: a minute's record is one look. */
const NOTICEABLE_MINUTES = 2;

/** How a day is shown: its worst state that lasted. */
export function stateOfDay({ degraded, down }: DayMinutes): PartState {
  if (down >= NOTICEABLE_MINUTES) return "down";
  return degraded + down >= NOTICEABLE_MINUTES ? "degraded" : "working";
}

/** The share of recorded minutes in which a part answered; null if none were recorded. */
export function shareAnswered(days: readonly DayMinutes[]): number | null {
  let answered = 0;
  let all = 0;
  for (const { working, degraded, down } of days) {
    answered += working + degraded;
    all += working + degraded + down;
  }
  return all === 0 ? null : answered / all;
}
