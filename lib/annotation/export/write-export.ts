// The job that writes an export, part by part.
import { and, asc, count, eq, inArray, lt, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { queueExportParts, queueExports } from "@/db/schema";
import { openSnapshot } from "@/db/snapshot";
import { transaction } from "@/db/transaction";
import { queueInOrganization } from "@/lib/annotation/scope/loaders";
import { notFound } from "@/lib/errors";
import type { DomainEvent } from "@/lib/events";
import { restartId, type Stalled, type StalledWork } from "@/lib/jobs/resume-stalled";
import { continueAfter, DONE, type StepResult } from "@/lib/jobs/step";
import { BEING_WRITTEN } from "./close-export";
import { exportChunks, statusFilter } from "./download";
import { type Cursor, type ItemRange, itemsWhere } from "./export-query";
import { fewerItems, itemsToTry, PART_BYTES } from "./rules/part-items";

const STALLED_MS = 10 * 60_000;

type ExportRow = typeof queueExports.$inferSelect;

export const exportRequested = (
  { id, organizationId }: Pick<ExportRow, "id" | "organizationId">,
  eventId = `export-requested-${id}`,
): DomainEvent => ({
  id: eventId,
  name: "annotation/export.requested",
  data: { exportId: id, organizationId },
});

/** An export stores no progress time. If two jobs write it, the second waits for the first and finds nothing to do. */
export const stalledExports: StalledWork<Stalled> = {
  stalledMs: STALLED_MS,
  find: (db, { before, limit }) =>
    db
      .select({
        id: queueExports.id,
        organizationId: queueExports.organizationId,
        lastProgressAt: queueExports.createdAt,
      })
      .from(queueExports)
      .where(and(inArray(queueExports.status, BEING_WRITTEN), lt(queueExports.createdAt, before)))
      .orderBy(asc(queueExports.createdAt))
      .limit(limit),
  restart: (_, stalled, now) => exportRequested(stalled, restartId("export-requested", stalled.id, now, STALLED_MS)),
};

/** Writes the next part of an export. Done if nothing is left to write, or if the export was closed in the meantime. */
export async function advanceExport(db: Database, organizationId: string, exportId: string): Promise<StepResult> {
  const [row] = await db
    .select({ parts: count() })
    .from(queueExportParts)
    .where(eq(queueExportParts.exportId, exportId));
  return writeExportPart(db, organizationId, exportId, row?.parts ?? 0);
}

/** Writes one part. Safe to run twice: an existing part is kept, and progress is the sum of the parts. */
export async function writeExportPart(
  db: Database,
  organizationId: string,
  exportId: string,
  part: number,
  mostBytes = PART_BYTES,
): Promise<StepResult> {
  const row = await exportInOrganization(db, organizationId, exportId);
  if (!BEING_WRITTEN.includes(row.status)) return DONE;
  const [stored] = await partsOf(db, exportId, part);
  if (stored) return resultOf(stored);
  const previous = part === 0 ? undefined : (await partsOf(db, exportId, part - 1))[0];
  if (previous?.cursor === null) return DONE;
  const queue = await queueInOrganization(db, organizationId, row.queueId);
  const after = previous?.cursor ?? null;
  const { filters, sourceColumns } = row;
  const range = { queue, status: statusFilter(row.statusFilter), filters, after, sourceColumns };
  const written = await writePart(db, row, range, { items: itemsToTry(previous ?? null, mostBytes), mostBytes });
  return transaction(db, async (tx) => {
    // Locked first: a request that closes the export then either deletes this part too, or prevents it.
    const [open] = await tx
      .update(queueExports)
      .set({ status: "running" })
      .where(and(eq(queueExports.id, exportId), inArray(queueExports.status, BEING_WRITTEN)))
      .returning({ id: queueExports.id });
    if (!open) return DONE;
    await tx
      .insert(queueExportParts)
      .values({ exportId, part, ...written })
      .onConflictDoNothing();
    await tx
      .update(queueExports)
      .set({ itemsDone: sql`(select coalesce(sum(items), 0) from queue_export_parts where export_id = ${exportId})` })
      .where(eq(queueExports.id, exportId));
    // If two jobs run at once, one part is kept, and it decides where the next begins.
    const [kept] = await partsOf(tx, exportId, part);
    return kept ? resultOf(kept) : DONE;
  });
}

const resultOf = ({ cursor }: { cursor: Cursor | null }): StepResult => (cursor === null ? DONE : continueAfter(0));

interface Size {
  items: number;
  mostBytes: number;
}

/** The next items after `range.after`, and the last of them: fewer than `items` if these have too many bytes. */
async function writePart(db: Database, row: ExportRow, range: ItemRange, { items, mostBytes }: Size) {
  for (let tried = items; ; tried = fewerItems(tried)) {
    const written = await tryPart(db, row, range, { items: tried, mostBytes: tried === 1 ? Infinity : mostBytes });
    if (written) return written;
  }
}

/** Null if these items have more bytes: the rest is not read then. Each try has its own snapshot, as a stopped one ends. */
async function tryPart(db: Database, row: ExportRow, range: ItemRange, { items, mostBytes }: Size) {
  const snapshot = await openSnapshot(db);
  try {
    const found = await snapshot.db.execute<Cursor & Record<string, unknown>>(
      sql`select item."order", item.id from queue_items item where ${itemsWhere(range)}
        order by item."order", item.id limit ${items}`,
    );
    const last = found.at(-1);
    const cursor = found.length === items && last ? { order: last.order, id: last.id } : null;
    const ends = { isFirst: !range.after, isLast: !cursor };
    const content = await collect(exportChunks(snapshot, row.format, { ...range, upTo: cursor }, ends), mostBytes);
    return content && { content, items: found.length, cursor };
  } finally {
    await snapshot.close();
  }
}

/** Null, and the rest is not made, once there are more than `mostBytes`. */
async function collect(chunks: AsyncGenerator<string | Uint8Array>, mostBytes: number): Promise<Uint8Array | null> {
  const parts: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of chunks) {
    const part = Buffer.from(chunk);
    bytes += part.length;
    if (bytes > mostBytes) return null;
    parts.push(part);
  }
  return Buffer.concat(parts);
}

const partsOf = (db: Database, exportId: string, part: number) =>
  db
    .select({
      cursor: queueExportParts.cursor,
      items: queueExportParts.items,
      bytes: sql<number>`octet_length(${queueExportParts.content})`,
    })
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
