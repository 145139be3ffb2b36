// Streams a queue of any size as an export, as it was at one moment. Memory use does not grow with the queue.
import { sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import type { Snapshot } from "@/db/snapshot";
import { textArray } from "@/db/text-array";
import { labelIdsOf } from "@/lib/annotation/discussion/threads";
import { assertManager, type QueueRow, queueAccess } from "@/lib/annotation/scope/loaders";
import type { Verb } from "@/lib/context";
import type { ExportFilters } from "@/lib/contracts/annotation/exported";
import type * as contracts from "@/lib/contracts/annotation/queues/queues";
import { type ExportFormat, type ItemStatus, itemStatuses } from "@/lib/contracts/shapes";
import { invalidField } from "@/lib/errors";
import type { FileOutput } from "@/lib/http/respond";
import { snapshotStream } from "@/lib/http/snapshot-stream";
import { csvHeader, csvLines } from "./export-csv";
import { streamedItems } from "./export-items";
import type { ItemRange } from "./export-query";
import { exportFiles, jsonFormats } from "./rules/export-format";
import { type SourceColumn, sourceColumnsOf } from "./source-columns";

export const NOT_MANAGER = "Only queue managers can export a queue.";

const BLOCK_CHARACTERS = 64 * 1024;

export const exportQueue: Verb<typeof contracts.exportQueue> = async (
  { db, caller, now },
  input,
): Promise<FileOutput> => {
  const access = await queueAccess(db, caller, input.queue_id);
  assertManager(access, NOT_MANAGER);
  const range = {
    queue: access.queue,
    status: statusFilter(input.status),
    filters: await filtersIn(db, access.queue, input),
  };
  const file = exportFile(access.queue, { format: input.export_format, named: input.named, at: now() });
  async function* chunks(snapshot: Snapshot) {
    const sourceColumns = await columnsFor(snapshot.db, access.queue, input.export_format);
    yield* exportChunks(snapshot, input.export_format, { ...range, sourceColumns });
  }
  const content = await snapshotStream(db, chunks, "start one in the background");
  return { ...file, content };
};

/** JSON has the whole source of each item anyway. */
export const columnsFor = async (db: Database, queue: QueueRow, format: ExportFormat): Promise<SourceColumn[]> =>
  format === "csv" ? sourceColumnsOf(db, queue) : [];

/** Throws 400 for labels that the queue does not have, and for people who have no part in it. */
export async function filtersIn(db: Database, queue: QueueRow, input: ExportFilters): Promise<ExportFilters> {
  const { review_status, label_ids, annotator_ids, since, until } = input;
  const attached = label_ids ? await labelIdsOf(db, queue.id) : [];
  const loose = label_ids?.find((id) => !attached.includes(id.toLowerCase()));
  if (loose) throw invalidField("label_ids", `Label ${loose} is not attached to this queue.`);
  const people = annotator_ids ? await peopleAmong(db, queue, annotator_ids) : [];
  const stranger = annotator_ids?.find((id) => !people.includes(id.toLowerCase()));
  if (stranger) throw invalidField("annotator_ids", `User ${stranger} has no part in this queue.`);
  const filters = { review_status, label_ids, annotator_ids, since, until };
  return Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== undefined));
}

/** Members of the queue, and people who have worked in it or have answers in it, such as imported ones. */
async function peopleAmong(db: Database, { id }: QueueRow, userIds: readonly string[]): Promise<string[]> {
  const rows = await db.execute<{ user_id: string }>(sql`
    select person.user_id from unnest(${textArray(userIds)}::uuid[]) as person (user_id)
    where exists (select 1 from queue_members as m where m.queue_id = ${id}::uuid and m.user_id = person.user_id)
      or exists (select 1 from item_seats as seat where seat.queue_id = ${id}::uuid and seat.user_id = person.user_id)
      or exists (select 1 from scores as score where score.queue_id = ${id}::uuid
        and score.annotator_id = person.user_id and score.deleted_at is null)`);
  return rows.map((row) => row.user_id);
}

export function statusFilter(text: string | null | undefined, field = "status"): ItemStatus | null {
  if (!text || text === "all") return null;
  const status = itemStatuses.find((known) => known === text);
  if (!status) throw invalidField(field, `Must be one of ${itemStatuses.join(", ")}, or all.`);
  return status;
}

interface NamedFile {
  format: ExportFormat;
  /** Whether the file is named for people. */
  named: boolean | undefined;
  at: Date;
}

export function exportFile(queue: QueueRow, { format, named = false, at }: NamedFile) {
  const { mediaType, extension } = exportFiles[format];
  const name = named ? `${queue.name} ${at.toISOString().slice(0, 10)}` : `queue_${queue.id}_annotations`;
  return { filename: `${name}.${extension}`, mediaType };
}

/** A range of a queue's items as one chunk of an export. The first and last chunk include the header and footer. */
export async function* exportChunks(
  snapshot: Snapshot,
  format: ExportFormat,
  range: ItemRange,
  { isFirst, isLast } = { isFirst: true, isLast: true },
): AsyncGenerator<string | Uint8Array> {
  if (format === "csv") {
    if (isFirst) yield csvHeader(range);
    yield* csvLines(snapshot, range);
    return;
  }
  const { start, separator, terminator, end } = jsonFormats[format];
  let text = isFirst ? start : "";
  let before = isFirst ? "" : separator;
  for await (const item of streamedItems(snapshot, range)) {
    text += before + JSON.stringify(item) + terminator;
    before = separator;
    if (text.length < BLOCK_CHARACTERS) continue;
    yield text;
    text = "";
  }
  yield isLast ? text + end : text;
}
