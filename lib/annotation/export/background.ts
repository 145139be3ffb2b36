// Exports that are written in the background, part by part, and downloaded when complete.
import { and, asc, count, desc, eq, gt, inArray, isNull, lt, or, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { queueExportParts, queueExports, queueItems } from "@/db/schema";
import { openSnapshot } from "@/db/snapshot";
import { transaction } from "@/db/transaction";
import { assertManager, queueAccess, queueInOrganization } from "@/lib/annotation/scope/loaders";
import type { Context, Verb } from "@/lib/context";
import type * as contracts from "@/lib/contracts/annotation/exports";
import { conflict, Failure, notFound } from "@/lib/errors";
import { byteStream } from "@/lib/http/byte-stream";
import type { FileOutput } from "@/lib/http/respond";
import { assertPage, pageRange } from "@/lib/pages";
import { inTransaction } from "@/lib/transaction";
import { exportFile, exportPieces, NOT_MANAGER, statusFilter } from "./download";
import { type Cursor, type ItemRange, itemsWhere } from "./export-query";

type ExportRow = typeof queueExports.$inferSelect;
type Status = ExportRow["status"];

const BEING_WRITTEN: readonly Status[] = ["queued", "running"];

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
  if (row.status === "expired")
    throw new Failure("gone", "The export was kept for seven days and is deleted. Start it again.");
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

/** Throws, which breaks the download, where the export expires while it is read. */
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

const PART_ITEMS = 2000;

/**
 * Writes part number `part` of an export; true when there is nothing more to write, also because the export was closed
 * meanwhile. Safe to run twice: a part that exists is kept, and progress is counted from the parts.
 */
export async function writeExportPart(
  db: Database,
  organizationId: string,
  exportId: string,
  part: number,
): Promise<boolean> {
  const row = await exportInOrganization(db, organizationId, exportId);
  if (!BEING_WRITTEN.includes(row.status)) return true;
  const [stored] = await partsOf(db, exportId, part);
  if (stored) return stored.cursor === null;
  const previous = part === 0 ? undefined : (await partsOf(db, exportId, part - 1))[0];
  const queue = await queueInOrganization(db, organizationId, row.queueId);
  const after = previous?.cursor ?? null;
  const written = await writePart(db, row, { queue, status: statusFilter(row.statusFilter), after });
  return transaction(db, async (tx) => {
    // Locked first: a request that closes the export meanwhile deletes this part as well, or leaves it unwritten.
    const [open] = await tx
      .update(queueExports)
      .set({ status: "running" })
      .where(and(eq(queueExports.id, exportId), inArray(queueExports.status, BEING_WRITTEN)))
      .returning({ id: queueExports.id });
    if (!open) return true;
    await tx
      .insert(queueExportParts)
      .values({ exportId, part, ...written })
      .onConflictDoNothing();
    await tx
      .update(queueExports)
      .set({ itemsDone: sql`(select coalesce(sum(items), 0) from queue_export_parts where export_id = ${exportId})` })
      .where(eq(queueExports.id, exportId));
    // Of two concurrent runs one part is kept, and it determines where the next begins.
    const [kept] = await partsOf(tx, exportId, part);
    return kept?.cursor === null;
  });
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

/** Closes an export that is being written. `error` is a sentence for people; with one, what was written is deleted. */
export async function finishExport(db: Database, organizationId: string, exportId: string, error: string | null) {
  const change = { error, finishedAt: new Date() };
  const row = { id: exportId, organizationId };
  if (error) await closeWithoutFile(db, row, { from: BEING_WRITTEN, change: { ...change, status: "failed" } });
  else await close(db, row, { from: BEING_WRITTEN, change: { ...change, status: "completed" } });
}

type ExportRef = Pick<ExportRow, "id" | "organizationId">;
interface Closing {
  /** The states that it is closed in; in another, nothing is changed. */
  from: readonly Status[];
  change: Partial<ExportRow>;
}

/** Whether the export was in one of those states. Its row is locked. */
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
 * Deletes what has been kept for seven days: expired files, and parts of exports whose job was lost.
 * Goes on where it was stopped: an export at a time.
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
