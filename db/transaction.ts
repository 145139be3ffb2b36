import type { Database } from "./client";
import { databaseErrorCode } from "./error-code";

const RETRYABLE = new Set(["40001", "40P01"]); // serialization failure, deadlock
const ATTEMPTS = 4;

/** Runs `work` in a transaction; deadlocks and serialization failures are tried again, so `work` must be repeatable. */
export async function transaction<T>(db: Database, work: (tx: Database) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await db.transaction((tx) => work(tx));
    } catch (error) {
      if (attempt === ATTEMPTS || !RETRYABLE.has(databaseErrorCode(error) ?? "")) throw error;
    }
  }
}
