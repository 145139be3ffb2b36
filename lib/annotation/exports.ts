// Exports that are written in the background, part by part, and downloaded when complete.
import { and, asc, count, desc, eq, gt, isNull, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { queueExportParts, queueExports, queueItems } from "@/db/schema";
import type { Context, Verb } from "@/lib/context";
import type * as contracts from "@/lib/contracts/annotation/exports";
import { conflict, notFound } from "@/lib/errors";
import { byteStream } from "@/lib/http/byte-stream";
import type { FileOutput } from "@/lib/http/respond";
import { assertPage, pageRange } from "@/lib/pages";
import { inTransaction } from "@/lib/transaction";
import { exportBatch, NOT_MANAGER, statusFilter } from "./export";
import { assertManager, queueAccess, queueInOrganization } from "./loaders";
import { formats } from "./rules/export-format";

type ExportRow = typeof queueExports.$inferSelect;

export const startQueueExport: Verb<typeof contracts.startQueueExport> = (context, input) =>
  inTransaction(context, async ({ db, caller, emit }) => {
    const access = await queueAccess(db, caller, input.queue_id);
    assertManager(access, NOT_MANAGER);
    const [row] = await db
      .insert(queueExports)
      .values({
        organizationId: caller.organizationId,
        queueId: access.queue.id,
        requestedBy: caller.userId,
        format: input.export_format,
        statusFilter: input.status ?? null,
        itemsTotal: await countItems(db, access.queue.id, statusFilter(input.status)),
      })
      .returning();
    if (!row) throw new Error("the export was not stored");
    await emit({
      id: `export-requested-${row.id}`,
      name: "annotation/export.requested",
      data: { exportId: row.id, organizationId: row.organizationId },
    });
    return present(row);
  });

async function countItems(db: Database, queueId: string, status: ReturnType<typeof statusFilter>): Promise<number> {
  const [row] = await db
    .select({ count: count() })
    .from(queueItems)
    .where(
      and(
        eq(queueItems.queueId, queueId),
        isNull(queueItems.deletedAt),
        status ? eq(queueItems.status, status) : undefined,
      ),
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
    db.select().from(queueExports).where(where).orderBy(desc(queueExports.createdAt)).limit(limit).offset(offset),
  ]);
  const all = total?.count ?? 0;
  assertPage(page, limit, all);
  return { count: all, page, limit, results: rows.map(present) };
};

export const getQueueExport: Verb<typeof contracts.getQueueExport> = async (context, input) =>
  present(await exportInQueue(context, input));

export const downloadQueueExport: Verb<typeof contracts.downloadQueueExport> = async (
  context,
  input,
): Promise<FileOutput> => {
  const row = await exportInQueue(context, input);
  if (row.status !== "completed") throw conflict("The export is not complete yet.", { code: "export_not_complete" });
  const format = formats[row.format];
  return {
    filename: `queue_${row.queueId}_annotations.${format.extension}`,
    mediaType: format.mediaType,
    content: byteStream(storedParts(context.db, row.id)),
  };
};

async function exportInQueue(
  { db, caller }: Context,
  input: { queue_id: string; export_id: string },
): Promise<ExportRow> {
  const access = await queueAccess(db, caller, input.queue_id);
  assertManager(access, NOT_MANAGER);
  const [row] = await db
    .select()
    .from(queueExports)
    .where(and(eq(queueExports.id, input.export_id), eq(queueExports.queueId, access.queue.id)));
  if (!row) throw notFound("Export not found.");
  return row;
}

async function* storedParts(db: Database, exportId: string): AsyncGenerator<Uint8Array> {
  for (let part = -1; ; ) {
    const [next] = await db
      .select()
      .from(queueExportParts)
      .where(and(eq(queueExportParts.exportId, exportId), gt(queueExportParts.part, part)))
      .orderBy(asc(queueExportParts.part))
      .limit(1);
    if (!next) return;
    yield next.content;
    part = next.part;
  }
}

const BATCHES_A_PART = 4;

/**
 * Writes part number `part` of an export; true when it was the last. Safe to run twice: a part that stands is kept, and
 * progress is counted from the parts.
 */
export async function writeExportPart(
  db: Database,
  organizationId: string,
  exportId: string,
  part: number,
): Promise<boolean> {
  const row = await exportInOrganization(db, organizationId, exportId);
  const [stored] = await partsOf(db, exportId, part);
  if (stored) return stored.cursor === null;
  const previous = part === 0 ? undefined : (await partsOf(db, exportId, part - 1))[0];
  const queue = await queueInOrganization(db, organizationId, row.queueId);
  const format = formats[row.format];
  const status = statusFilter(row.statusFilter);
  let text = part === 0 ? format.start : "";
  let cursor = previous?.cursor ?? null;
  let items = 0;
  for (let batches = 0; batches < BATCHES_A_PART; batches++) {
    const batch = await exportBatch(db, queue, status, cursor);
    text += format.piece(batch.items, part === 0 && batches === 0);
    items += batch.items.length;
    cursor = batch.cursor;
    if (!cursor) break;
  }
  if (!cursor) text += format.end;
  await db
    .insert(queueExportParts)
    .values({ exportId, part, content: new TextEncoder().encode(text), items, cursor })
    .onConflictDoNothing();
  await db
    .update(queueExports)
    .set({
      status: "running",
      itemsDone: sql`(select coalesce(sum(items), 0) from queue_export_parts where export_id = ${exportId})`,
    })
    .where(and(eq(queueExports.id, exportId), sql`${queueExports.status} in ('queued', 'running')`));
  return cursor === null;
}

const partsOf = (db: Database, exportId: string, part: number) =>
  db
    .select()
    .from(queueExportParts)
    .where(and(eq(queueExportParts.exportId, exportId), eq(queueExportParts.part, part)));

async function exportInOrganization(db: Database, organizationId: string, exportId: string): Promise<ExportRow> {
  const [row] = await db
    .select()
    .from(queueExports)
    .where(and(eq(queueExports.id, exportId), eq(queueExports.organizationId, organizationId)));
  if (!row) throw notFound("Export not found.");
  return row;
}

/** Closes an export; what was written stays. `error` is a sentence for people. */
export async function finishExport(db: Database, organizationId: string, exportId: string, error: string | null) {
  await db
    .update(queueExports)
    .set({ status: error ? "failed" : "completed", error, finishedAt: new Date() })
    .where(
      and(
        eq(queueExports.id, exportId),
        eq(queueExports.organizationId, organizationId),
        sql`${queueExports.status} in ('queued', 'running')`,
      ),
    );
}

const present = (row: ExportRow) => ({
  id: row.id,
  queue: row.queueId,
  format: row.format,
  status_filter: statusFilter(row.statusFilter),
  status: row.status,
  items_total: row.itemsTotal,
  items_done: row.itemsDone,
  error: row.error,
  requested_by: row.requestedBy,
  created_at: row.createdAt.toISOString(),
  finished_at: row.finishedAt?.toISOString() ?? null,
});
