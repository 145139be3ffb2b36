// A database that answers and takes no writes: its disk is full, a limit of it is reached, or it has become read-only.
import { log } from "@/lib/observe/log";
import { databaseErrorCode } from "../error-code";

// Disk full, configuration limit exceeded, I/O error, read-only transaction.
const REFUSED = /^(53100|53400|58030|25006)$/;

export const isRefusedWrite = (error: unknown): boolean => REFUSED.test(databaseErrorCode(error) ?? "");

// On globalThis, because Next puts several copies of this module into one process.
const shared = globalThis as { assayHasRefusedWrite?: boolean };

/** Remembers that a write was refused, until `takesWrites` has found room. */
export function noteRefusal(error: unknown, write = log): void {
  if (!isRefusedWrite(error) || hasRefusedWrite()) return;
  shared.assayHasRefusedWrite = true;
  write("error", "PostgreSQL refuses writes.", { code: databaseErrorCode(error) ?? null });
}

export const hasRefusedWrite = (): boolean => shared.assayHasRefusedWrite ?? false;

export const forgetRefusal = (write = log): void => {
  if (hasRefusedWrite()) write("warn", "PostgreSQL takes writes again.");
  shared.assayHasRefusedWrite = false;
};
