// Exports that are written in the background, part by part, and downloaded when complete.
import { and, asc, count, desc, eq, gt, isNull, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { queueExportParts, queueExports, queueItems } from "@/db/schema";
import { openSnapshot } from "@/db/snapshot";
import { assertManager, queueAccess, queueInOrganization } from "@/lib/annotation/scope/loaders";
import type { Context, Verb } from "@/lib/context";
import type * as contracts from "@/lib/contracts/annotation/exports";
import { conflict, notFound } from "@/lib/errors";
import { byteStream } from "@/lib/http/byte-stream";
import type { FileOutput } from "@/lib/http/respond";
import { assertPage, pageRange } from "@/lib/pages";
import { inTransaction } from "@/lib/transaction";
import { exportFile, exportPieces, NOT_MANAGER, statusFilter } from "./download";
import { type Cursor, type ItemRange, itemsWhere } from "./export-query";

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
  present((await exportInQueue(context, input)).row);

export const downloadQueueExport: Verb<typeof contracts.downloadQueueExport> = async (
  context,
  input,
): Promise<FileOutput> => {
  const { row, queue } = await exportInQueue(context, input);
  if (row.status !== "completed") throw conflict("The export is not complete yet.", { code: "export_not_complete" });
  return { ...exportFile(queue, row.format), content: byteStream(storedParts(context.db, row.id)) };
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

const PART_ITEMS = 2000;

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
  const after = previous?.cursor ?? null;
  const written = await writePart(db, row, { queue, status: statusFilter(row.statusFilter), after });
  await db
    .insert(queueExportParts)
    .values({ exportId, part, ...written })
    .onConflictDoNothing();
  await db
    .update(queueExports)
    .set({
      status: "running",
      itemsDone: sql`(select coalesce(sum(items), 0) from queue_export_parts where export_id = ${exportId})`,
    })
    .where(and(eq(queueExports.id, exportId), sql`${queueExports.status} in ('queued', 'running')`));
  // Of two runs at once one part stands, and what stands tells where the next begins.
  const [kept] = await partsOf(db, exportId, part);
  return kept?.cursor === null;
}

/** The next items after `range.after`, and where the part after them begins. */
async function writePart(db: Database, row: ExportRow, range: ItemRange) {
  const snapshot = await openSnapshot(db);
  try {
    const places = await snapshot.db.execute<Cursor & Record<string, unknown>>(
      sql`select item."order", item.id from queue_items item where ${itemsWhere(range)}
        order by item."order", item.id limit ${PART_ITEMS}`,
    );
    const last = places.at(-1);
    const cursor = places.length === PART_ITEMS && last ? { order: last.order, id: last.id } : null;
    const ends = { isFirst: !range.after, isLast: !cursor };
    const stream = byteStream(exportPieces(snapshot, row.format, { ...range, upTo: cursor }, ends));
    return { content: new Uint8Array(await new Response(stream).arrayBuffer()), items: places.length, cursor };
  } finally {
    await snapshot.close();
  }
}

const partsOf = (db: Database, exportId: string, part: number) =>
  db
    .select({ cursor: queueExportParts.cursor })
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
