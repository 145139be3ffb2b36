import { evalLogs } from "@/db/schema";
import type { PublicContext } from "@/lib/context";
import { describeError } from "@/lib/error-report";
import { log as writeLine } from "@/lib/observe/log";
import { inTransaction } from "@/lib/transaction";

type NewLog = typeof evalLogs.$inferInsert;

/**
 * Returns the log's id; null if it could not be written, which does not fail the run. A log whose localization is
 * pending also gets the event that starts it.
 */
export async function writeLog(context: PublicContext, log: NewLog): Promise<string | null> {
  try {
    return await inTransaction(context, async ({ db, emit }) => {
      const [row] = await db.insert(evalLogs).values(log).returning({ id: evalLogs.id });
      if (row && log.localization?.status === "pending") {
        const data = { logId: row.id, organizationId: log.organizationId };
        await emit({ id: `evaluation-failed-${row.id}`, name: "evaluation/run.failed", data });
      }
      return row?.id ?? null;
    });
  } catch (error) {
    writeLine("error", "A run of an evaluation was not logged.", { error: describeError(error) });
    return null;
  }
}
