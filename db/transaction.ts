import type { Database } from "./client";

const RETRYABLE = new Set(["40001", "40P01"]); // serialization failure, deadlock
const ATTEMPTS = 4;

/** PostgreSQL's code of an error, whoever wrapped it; undefined when it is none of PostgreSQL's. */
export function databaseErrorCode(error: unknown): string | undefined {
  for (let current = error, depth = 0; current instanceof Error && depth < 5; current = current.cause, depth++) {
    if ("code" in current && typeof current.code === "string") return current.code;
  }
  return undefined;
}

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
