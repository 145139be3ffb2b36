// Random moments of each step, for ranges with too many traces to count them all.
import { MAX_COUNTED_TRACES } from "@/lib/contracts/limits";
import type { Period } from "./period";

/** A moment in a step. */
export interface Slice extends Period {
  step: number;
}

/** Moments of equal length that a step consists of. */
export const SLICES = 1000;
/** How many traces a sample aims at. */
const AIM = 25_000;
/** Fewer moments say nothing of how much they differ. */
const FEWEST = 4;

/** One slice of each step, to guess how many traces there are. */
export const pilotOf = (steps: readonly Period[]): Slice[] => slicesOf(steps, 1);

/** How many slices of each step to read; null to read everything. */
export function slicesNeeded(pilotTraces: number): number | null {
  const guess = pilotTraces * SLICES;
  if (guess <= MAX_COUNTED_TRACES) return null;
  return Math.max(FEWEST, Math.round((SLICES * AIM) / guess));
}

/** The same slices for the same steps, in no regular order: something that happens each minute hits as many as it should. */
export const slicesOf = (steps: readonly Period[], each: number): Slice[] =>
  steps.flatMap(({ from, to }, step) =>
    shuffled(step)
      .slice(0, each)
      .map((slice) => ({
        step,
        from: from + ((to - from) * slice) / SLICES,
        to: from + ((to - from) * (slice + 1)) / SLICES,
      })),
  );

/** 0 to SLICES − 1 in an order that looks random (Fisher and Yates, with mulberry32). */
function shuffled(seed: number): number[] {
  const order = Array.from({ length: SLICES }, (_, index) => index);
  let state = (seed + 1) * 0x9e3779b9;
  for (let last = SLICES - 1; last > 0; last -= 1) {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    const other = Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * (last + 1));
    [order[last], order[other]] = [order[other] ?? 0, order[last] ?? 0];
  }
  return order;
}
