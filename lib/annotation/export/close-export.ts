// How a background export ends: written, failed, or deleted after seven days.
import { and, eq, inArray, lt, or } from "drizzle-orm";
import type { Database } from "@/db/client";
import { queueExportParts, queueExports, queues } from "@/db/schema";
import { transaction } from "@/db/transaction";
import { aboutQueue } from "@/lib/annotation/scope/queue-notices";
import { notify } from "@/lib/notifications/notify";

type ExportRow = typeof queueExports.$inferSelect;
type Status = ExportRow["status"];

export const BEING_WRITTEN: readonly Status[] = ["queued", "running"];

/**
 * Closes an export that is being written. `error` is a sentence for people; if there is one, the written parts are
 * deleted.
 */
export async function finishExport(db: Database, organizationId: string, exportId: string, error: string | null) {
  const change = { error, finishedAt: new Date() };
  const row = { id: exportId, organizationId };
  if (error) await closeWithoutFile(db, row, { from: BEING_WRITTEN, change: { ...change, status: "failed" } });
  else await transaction(db, (tx) => completeExport(tx, row, { ...change, status: "completed" }));
}

async function completeExport(db: Database, row: ExportRef, change: Partial<ExportRow>): Promise<void> {
  if (!(await close(db, row, { from: BEING_WRITTEN, change }))) return;
  const [found] = await db
    .select({ userId: queueExports.requestedBy, id: queues.id, name: queues.name })
    .from(queueExports)
    .innerJoin(queues, eq(queues.id, queueExports.queueId))
    .where(and(eq(queueExports.id, row.id), eq(queueExports.organizationId, row.organizationId)));
  if (!found) return;
  await notify(db, row.organizationId, [found.userId], {
    kind: "export_ready",
    cause: `export-${row.id}`,
    actorId: null,
    subject: aboutQueue(found),
  });
}

type ExportRef = Pick<ExportRow, "id" | "organizationId">;
interface Closing {
  /** The states in which it can be closed; in others nothing changes. */
  from: readonly Status[];
  change: Partial<ExportRow>;
}

/** Whether the export was in one of these states. Its row is locked. */
async function close(db: Database, { id, organizationId }: ExportRef, { from, change }: Closing): Promise<boolean> {
  const closed = await db
    .update(queueExports)
    .set(change)
    .where(
      and(eq(queueExports.id, id), eq(queueExports.organizationId, organizationId), inArray(queueExports.status, from)),
    )
    .returning({ id: queueExports.id });
  return closed.length > 0;
}

const closeWithoutFile = (db: Database, row: ExportRef, closing: Closing): Promise<void> =>
  transaction(db, async (tx) => {
    if (await close(tx, row, closing)) {
      await tx.delete(queueExportParts).where(eq(queueExportParts.exportId, row.id));
    }
  });

const KEPT_DAYS = 7;
const NEVER_WRITTEN = "The export was not written within seven days. Start it again.";

/**
 * Deletes what is older than seven days: expired files, and parts of exports whose job was lost. One export at a time,
 * so that it can continue after an interruption.
 */
export async function forgetExports(db: Database, now: Date): Promise<void> {
  const before = new Date(now.getTime() - KEPT_DAYS * 86_400_000);
  const { id, organizationId, status, finishedAt, createdAt } = queueExports;
  const old = await db
    .select({ id, organizationId, status })
    .from(queueExports)
    .where(
      or(
        and(eq(status, "completed"), lt(finishedAt, before)),
        and(inArray(status, BEING_WRITTEN), lt(createdAt, before)),
      ),
    );
  for (const row of old) {
    const change: Closing["change"] =
      row.status === "completed" ? { status: "expired" } : { status: "failed", error: NEVER_WRITTEN, finishedAt: now };
    await closeWithoutFile(db, row, { from: [row.status], change });
  }
}
