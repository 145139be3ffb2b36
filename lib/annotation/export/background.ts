// Exports that are written in the background, part by part, and downloaded when complete.
import { and, asc, count, eq, gt, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { queueExportParts, queueExports } from "@/db/schema";
import { assertManager, queueAccess } from "@/lib/annotation/scope/loaders";
import type { Context, Verb } from "@/lib/context";
import type * as contracts from "@/lib/contracts/annotation/exports";
import { conflict, Failure, notFound } from "@/lib/errors";
import { byteStream } from "@/lib/http/byte-stream";
import type { FileOutput } from "@/lib/http/respond";
import { assertPage, newestFirst, pageRange } from "@/lib/pages";
import { inTransaction } from "@/lib/transaction";
import { columnsFor, exportFile, filtersIn, NOT_MANAGER, statusFilter } from "./download";
import { type ItemRange, itemsWhere } from "./export-query";
import { exportRequested } from "./write-export";

type ExportRow = typeof queueExports.$inferSelect;

export const startQueueExport: Verb<typeof contracts.startQueueExport> = (context, input) =>
  inTransaction(context, async ({ db, caller, emit }) => {
    const access = await queueAccess(db, caller, input.queue_id);
    assertManager(access, NOT_MANAGER);
    const range = {
      queue: access.queue,
      status: statusFilter(input.status),
      filters: await filtersIn(db, access.queue, input),
    };
    const [row] = await db
      .insert(queueExports)
      .values({
        organizationId: caller.organizationId,
        queueId: access.queue.id,
        requestedBy: caller.userId,
        format: input.export_format,
        statusFilter: range.status,
        // Decided now, so that all parts have the same columns.
        sourceColumns: await columnsFor(db, access.queue, input.export_format),
        filters: range.filters,
        itemsTotal: await countItems(db, range),
      })
      .returning();
    if (!row) throw new Error("the export was not stored");
    await emit(exportRequested(row));
    return present(row);
  });

async function countItems(db: Database, range: ItemRange): Promise<number> {
  const [row] = await db.execute<{ count: number }>(
    sql`select count(*)::int as count from queue_items item where ${itemsWhere(range)}`,
  );
  return row?.count ?? 0;
}

export const listQueueExports: Verb<typeof contracts.listQueueExports> = async ({ db, caller }, input) => {
  const access = await queueAccess(db, caller, input.queue_id);
  assertManager(access, NOT_MANAGER);
  const { page, limit, offset } = pageRange(input);
  const where = eq(queueExports.queueId, access.queue.id);
  const [[total], rows] = await Promise.all([
    db.select({ count: count() }).from(queueExports).where(where),
    db
      .select()
      .from(queueExports)
      .where(where)
      .orderBy(newestFirst(queueExports.createdAt))
      .limit(limit)
      .offset(offset),
  ]);
  const all = total?.count ?? 0;
  assertPage(page, limit, all);
  return { count: all, page, limit, results: rows.map(present) };
};

export const getQueueExport: Verb<typeof contracts.getQueueExport> = async (context, input) =>
  present((await exportInQueue(context, input)).row);

export const downloadQueueExport: Verb<typeof contracts.downloadQueueExport> = async (
  context,
  input,
): Promise<FileOutput> => {
  const { row, queue } = await exportInQueue(context, input);
  if (row.status === "expired")
    throw new Failure("gone", "The export was kept for seven days and is deleted. Start it again.");
  if (row.status !== "completed") throw conflict("The export is not complete yet.", { code: "export_not_complete" });
  const file = exportFile(queue, { format: row.format, named: input.named, at: row.createdAt });
  return { ...file, content: byteStream(storedParts(context.db, row.id)) };
};

async function exportInQueue({ db, caller }: Context, input: { queue_id: string; export_id: string }) {
  const access = await queueAccess(db, caller, input.queue_id);
  assertManager(access, NOT_MANAGER);
  const [row] = await db
    .select()
    .from(queueExports)
    .where(and(eq(queueExports.id, input.export_id), eq(queueExports.queueId, access.queue.id)));
  if (!row) throw notFound("Export not found.");
  return { row, queue: access.queue };
}

/** Throws, which aborts the download, if the export expires while it is read. */
async function* storedParts(db: Database, exportId: string): AsyncGenerator<Uint8Array> {
  for (let part = -1; ; ) {
    const [next] = await db
      .select()
      .from(queueExportParts)
      .where(and(eq(queueExportParts.exportId, exportId), gt(queueExportParts.part, part)))
      .orderBy(asc(queueExportParts.part))
      .limit(1);
    if (!next) throw new Error("A part of the export is missing.");
    yield next.content;
    if (!next.cursor) return;
    part = next.part;
  }
}

const present = (row: ExportRow) => ({
  id: row.id,
  queue: row.queueId,
  format: row.format,
  status_filter: statusFilter(row.statusFilter),
  filters: row.filters,
  status: row.status,
  items_total: row.itemsTotal,
  items_done: row.itemsDone,
  error: row.error,
  requested_by: row.requestedBy,
  created_at: row.createdAt.toISOString(),
  finished_at: row.finishedAt?.toISOString() ?? null,
});
