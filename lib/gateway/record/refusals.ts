// A client that goes on after it was refused must not fill the log: of one key's refusals so many a minute are recorded.

/** In each process. */
export const REFUSALS_A_MINUTE = 300;
const MINUTE_MS = 60_000;
const MOST_KEYS = 10_000;

let minute = 0;
const counts = new Map<string, number>();

/** Whether a further refusal of this key is recorded; counts it. */
export function mayRecordRefusal(keyId: string, now: number): boolean {
  const current = Math.floor(now / MINUTE_MS);
  if (current !== minute || counts.size >= MOST_KEYS) {
    minute = current;
    counts.clear();
  }
  const count = (counts.get(keyId) ?? 0) + 1;
  counts.set(keyId, count);
  return count <= REFUSALS_A_MINUTE;
}
