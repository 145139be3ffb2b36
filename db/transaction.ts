import { setTimeout as wait } from "node:timers/promises";
import type { Database } from "./client";
import { databaseErrorCode } from "./error-code";

const RETRYABLE = new Set(["40001", "40P01"]); // serialization failure, deadlock
const ATTEMPTS = 4;
const FIRST_PAUSE_MS = 20;

/** Between half and all of a time that doubles. Without chance, those who met would meet again. */
const pauseBefore = (attempt: number): number => (0.5 + Math.random() / 2) * FIRST_PAUSE_MS * 2 ** (attempt - 1);

/**
 * Runs `work` in a transaction. Deadlocks and serialization failures are tried again after a pause, so `work` must be
 * repeatable.
 */
export async function transaction<T>(db: Database, work: (tx: Database) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await db.transaction((tx) => work(tx));
    } catch (error) {
      if (attempt === ATTEMPTS || !RETRYABLE.has(databaseErrorCode(error) ?? "")) throw error;
    }
    await wait(pauseBefore(attempt));
  }
}
