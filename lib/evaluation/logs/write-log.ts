import type { Database } from "@/db/client";
import { evalLogs } from "@/db/schema";
import { describeError } from "@/lib/error-report";

export type NewLog = typeof evalLogs.$inferInsert;

/** The log's id; null where it could not be written, which takes nothing from the run. */
export async function writeLog(db: Database, log: NewLog): Promise<string | null> {
  try {
    const [row] = await db.insert(evalLogs).values(log).returning({ id: evalLogs.id });
    return row?.id ?? null;
  } catch (error) {
    process.stderr.write(`A run of an evaluation was not logged. ${describeError(error)}\n`);
    return null;
  }
}
