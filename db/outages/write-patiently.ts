import { setTimeout as delay } from "node:timers/promises";
import { isTemporaryFailure } from "./database-outage";

const PATIENCE_MS = 60_000;
const LONGEST_PAUSE_MS = 2000;

interface Patience {
  patienceMs?: number;
  /** Called each time that it has to wait. */
  onWait?: () => void;
}

/**
 * Writes what cannot be had again, or only by paying for it once more: while the database is away it tries again, for a minute
 * by default. `write` must have its effect once, also where its commit was lost and it is repeated.
 */
export async function writePatiently<T>(
  write: () => Promise<T>,
  { patienceMs = PATIENCE_MS, onWait = () => {} }: Patience = {},
): Promise<T> {
  const until = performance.now() + patienceMs;
  for (let pause = 100; ; pause = Math.min(2 * pause, LONGEST_PAUSE_MS)) {
    try {
      return await write();
    } catch (error) {
      if (!isTemporaryFailure(error) || performance.now() + pause > until) throw error;
      onWait();
      await delay(pause);
    }
  }
}
