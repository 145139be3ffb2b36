// A database that answers and takes no writes: its disk is full, a limit of it is reached, or it has become read-only.
import { sql } from "drizzle-orm";
import type { Database } from "./client";
import { databaseErrorCode, transaction } from "./transaction";

// Disk full, configuration limit exceeded, I/O error, read-only transaction.
const REFUSED = /^(53100|53400|58030|25006)$/;

export const isRefusedWrite = (error: unknown): boolean => REFUSED.test(databaseErrorCode(error) ?? "");

// On globalThis, because Next puts several copies of this module into one process.
const shared = globalThis as { assayHasRefusedWrite?: boolean };

/** Remembers that a write was refused, until `takesWrites` has found room. */
export function noteRefusal(error: unknown): void {
  if (isRefusedWrite(error)) shared.assayHasRefusedWrite = true;
}

/**
 * Whether the database takes writes, as far as this process knows. What is short is room for more, which a small write need
 * not ask for: so only the first refusal tells, and only a megabyte that finds room afterwards tells that it is over.
 */
export async function takesWrites(db: Database): Promise<boolean> {
  if (!shared.assayHasRefusedWrite) return true;
  try {
    await transaction(db, (tx) => tx.execute(takeRoom));
  } catch (error) {
    if (isRefusedWrite(error)) return false;
    throw error;
  }
  shared.assayHasRefusedWrite = false;
  return true;
}

const takeRoom = sql`
  create temporary table room on commit drop as
  select repeat(md5(n::text), 32) as filling from generate_series(1, 1024) as n`;
