// Saves a bulk annotation in one transaction: scores by the usual rules, and notes on the spans.
import { and, asc, eq, inArray, isNull } from "drizzle-orm";
import type { Database } from "@/db/client";
import { queueItems, scores, spanNotes } from "@/db/schema";
import { type ScoredItem, type ScoreEntry, saveScoresOfItems } from "@/lib/annotation/answers/save-scores";
import { appendItems } from "@/lib/annotation/contents/queue-contents";
import { defaultQueue } from "@/lib/annotation/queues/default-queues";
import { type ItemRow, type QueueRow, touchItems } from "@/lib/annotation/scope/loaders";
import type { Caller, Context } from "@/lib/context";
import type { RecordProblem, RecordWarning } from "@/lib/contracts/annotation/bulk-annotation";
import type { ReviewStatus } from "@/lib/contracts/shapes";
import { groupBy } from "@/lib/group-by";

export interface SpanRecord {
  position: { record_index: number; span_id: string };
  projectId: string;
  entries: ScoreEntry[];
  notes: string[];
}

interface Saved {
  created: number;
  updated: number;
  notes: number;
  warnings: RecordWarning[];
  problems: RecordProblem[];
  /** Spans that have new scores. */
  scored: string[];
}

export async function saveRecords(context: Context, records: readonly SpanRecord[]): Promise<Saved> {
  const { db, caller } = context;
  const saved: Saved = { created: 0, updated: 0, notes: 0, warnings: [], problems: [], scored: [] };
  const withEntries = records.filter((record) => record.entries.length > 0);
  const projects = [...groupBy(withEntries, (record) => record.projectId)];
  const queued: { queue: QueueRow; group: SpanRecord[] }[] = [];
  for (const [projectId, group] of projects.sort(([left], [right]) => (left < right ? -1 : 1))) {
    const { queue } = await defaultQueue(db, caller, { kind: "project", id: projectId });
    queued.push({ queue, group });
  }
  // Several queues are locked in the order of their ids, as in leave-queues.ts.
  for (const { queue, group } of queued.sort((left, right) => (left.queue.id < right.queue.id ? -1 : 1))) {
    await saveAnnotations(context, queue, group, saved);
  }
  for (const [projectId, group] of groupBy(records, (record) => record.projectId)) {
    saved.notes += await saveNotes(db, caller, projectId, group);
  }
  return saved;
}

const WARNING = "Existing annotation updated instead of created";
/** Why values of an item are closed, by its state of review. */
const closed: Partial<Record<ReviewStatus, string>> = {
  pending_review: "The span's item is waiting for review and cannot be changed until it is reviewed.",
  approved: "The span's item is approved. A reviewer can request changes.",
};

/** Saves the annotations of one project's spans, and adds the results to `saved`. */
async function saveAnnotations({ db, caller }: Context, queue: QueueRow, group: readonly SpanRecord[], saved: Saved) {
  const bySpan = groupBy(group, (record) => record.position.span_id);
  const items = await lockSpanItems(db, queue, [...bySpan.keys()]);
  const known = await knownScores(db, caller, items);
  const scored: ScoredItem[] = [];
  for (const item of items) {
    const ownEntries = (bySpan.get(item.sourceId) ?? []).flatMap(({ position, entries }) =>
      entries.map((entry) => ({ entry, at: { ...position, label_id: entry.label.id } })),
    );
    const annotation_error = item.reviewStatus && closed[item.reviewStatus];
    if (annotation_error) {
      saved.problems.push(...ownEntries.map(({ at }) => ({ ...at, annotation_error })));
      continue;
    }
    const notesOf = ({ label }: ScoreEntry) => known.get(`${item.id} ${label.id}`);
    const again = ownEntries.filter(({ entry }) => notesOf(entry) !== undefined);
    saved.warnings.push(...again.map(({ at }) => ({ ...at, warning: WARNING })));
    saved.updated += again.length;
    saved.created += ownEntries.length - again.length;
    const entries = ownEntries.map(({ entry }) => ({ ...entry, notes: notesOf(entry) ?? "" }));
    scored.push({ queue, item, annotatorId: caller.userId, entries });
  }
  await saveScoresOfItems(db, scored);
  saved.scored.push(...scored.map(({ item }) => item.sourceId));
}

/** The spans' items in the queue. Missing ones are appended. All are locked in one order for everybody. */
async function lockSpanItems(db: Database, queue: QueueRow, spanIds: string[]): Promise<ItemRow[]> {
  await appendItems(
    db,
    queue,
    spanIds.map((sourceId) => ({ sourceType: "observation_span", sourceId })),
  );
  const items = await db
    .select()
    .from(queueItems)
    .where(
      and(
        eq(queueItems.queueId, queue.id),
        eq(queueItems.sourceType, "observation_span"),
        inArray(queueItems.sourceId, spanIds),
        isNull(queueItems.deletedAt),
        isNull(queueItems.copyOf),
      ),
    )
    .orderBy(asc(queueItems.id))
    .for("update");
  await touchItems(
    db,
    items.map((item) => item.id),
  );
  return items;
}

/** The caller's scores on these items: `item label` to the note beside the value, which stays. */
async function knownScores(db: Database, caller: Caller, items: readonly ItemRow[]): Promise<Map<string, string>> {
  const ids = items.map((item) => item.id);
  const rows = await db
    .select({ itemId: scores.queueItemId, labelId: scores.labelId, notes: scores.notes })
    .from(scores)
    .where(and(inArray(scores.queueItemId, ids), eq(scores.annotatorId, caller.userId), isNull(scores.deletedAt)));
  return new Map(rows.map((row) => [`${row.itemId} ${row.labelId}`, row.notes]));
}

/** A note that the caller has already left on the span is stored only once. Returns how many are new. */
async function saveNotes(db: Database, caller: Caller, projectId: string, group: readonly SpanRecord[]) {
  const rows = group.flatMap(({ position, notes }) =>
    notes.map((text) => ({
      organizationId: caller.organizationId,
      projectId,
      spanId: position.span_id,
      userId: caller.userId,
      notes: text,
    })),
  );
  let created = 0;
  for (let start = 0; start < rows.length; start += CHUNK) {
    const chunk = rows.slice(start, start + CHUNK);
    created += (await db.insert(spanNotes).values(chunk).onConflictDoNothing().returning({ id: spanNotes.id })).length;
  }
  return created;
}

const CHUNK = 5000; // PostgreSQL takes 65,535 parameters per statement
