// Time spent on an item: the gaps between an annotator's actions on it (claiming, renewing, submitting, completing). A
// gap longer than the cap counts as a pause.
const GAP_CAP_MS = 5 * 60_000;

export interface WorkTime {
  workMs: number;
  activeAt: Date | null;
}

/** What a client measured of the last gap, and since when the person has the item. */
export interface Measured {
  ms: number;
  since: Date | null;
}

/** Work without a network arrives later: then only the client knows how much of the gap was work, or that there was one. */
export function workUntil(now: Date, before?: WorkTime, measured?: Measured): { workMs: number; activeAt: Date } {
  if (!before) return { workMs: 0, activeAt: now };
  const from = before.activeAt ?? (measured ? measured.since : null);
  const gapMs = Math.min(from ? now.getTime() - from.getTime() : 0, measured?.ms ?? GAP_CAP_MS, GAP_CAP_MS);
  return { workMs: before.workMs + Math.max(gapMs, 0), activeAt: now };
}

/** Bucket b holds times from 2^(b/8) ms up to 2^((b+1)/8) ms, as db/functions/figures.sql counts them. */
const BUCKETS_PER_OCTAVE = 8;

const middleOf = (bucket: number): number => 2 ** ((bucket + 0.5) / BUCKETS_PER_OCTAVE);

/** The median time in milliseconds, accurate to about 4 %; null if there are none. */
export function medianMs(seatsByBucket: ReadonlyMap<number, number>): number | null {
  const buckets = [...seatsByBucket].filter(([, seats]) => seats > 0).sort(([a], [b]) => a - b);
  const half = buckets.reduce((sum, [, seats]) => sum + seats, 0) / 2;
  let below = 0;
  for (const [index, [bucket, seats]] of buckets.entries()) {
    const next = buckets[index + 1];
    // Of an even number of times, the median is between the last of this bucket and the first of the next one.
    if (below + seats === half && next) return Math.round((middleOf(bucket) + middleOf(next[0])) / 2);
    if (below + seats >= half) return Math.round(2 ** ((bucket + (half - below) / seats) / BUCKETS_PER_OCTAVE));
    below += seats;
  }
  return null;
}
