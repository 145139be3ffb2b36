// How many items the desk claims and loads in advance. Pure.
import { medianOf } from "../halt/median-duration";

/** So that the next item is on the screen at once. */
const SOON = 4;
const MOST = 500;
/** Loaded items stay in memory. */
const MOST_BYTES = 32 * 1024 * 1024;
const FEWEST_SUBMITS = 3;
const MINUTE_MS = 60_000;

interface Ahead {
  /** Milliseconds spent on each submitted item. */
  durations: readonly number[];
  reservationMinutes: number;
  /** Of the items that are loaded. */
  bytes: number;
}

/**
 * As many as the annotator can do before the reservations end without a network, once a few submits have shown the pace.
 * Before that, and when the loaded items are large, only the next ones.
 */
export function depthFor({ durations, reservationMinutes, bytes }: Ahead): number {
  const median = durations.length < FEWEST_SUBMITS ? null : medianOf(durations);
  if (median === null || bytes >= MOST_BYTES) return SOON;
  return Math.max(SOON, Math.min(MOST, Math.floor((reservationMinutes * MINUTE_MS) / Math.max(1000, median))));
}

const BATCH = 20;

/**
 * How many items to claim next. A few at once when the next ones are missing; otherwise whole batches, so that a submit
 * does not cost a claim of its own. 0 while enough are loaded.
 */
export function nextBatch(loaded: number, depth: number): number {
  const missing = depth - loaded;
  if (loaded < SOON) return Math.max(0, Math.min(SOON, missing));
  return missing >= BATCH ? BATCH : 0;
}
