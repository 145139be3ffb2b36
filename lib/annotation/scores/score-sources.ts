// Scores a source from outside the desk: a trace's side panel, a script, a test run.
import { and, eq, inArray, isNull, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { labels, queueItems, queues, scores } from "@/db/schema";
import { saveItemNote, saveNoteWithSpan } from "@/lib/annotation/answers/item-notes";
import { loadScores } from "@/lib/annotation/answers/present-scores";
import { notesFor, type ScoreEntry, saveScores } from "@/lib/annotation/answers/save-scores";
import { itemOfSource } from "@/lib/annotation/contents/queue-contents";
import { assertMayAnnotate, assertNotInReview } from "@/lib/annotation/items/item-access";
import { readWork } from "@/lib/annotation/items/read-work";
import { seated } from "@/lib/annotation/items/rules/next-state";
import { writeHeld } from "@/lib/annotation/items/write-work";
import { usableForSource } from "@/lib/annotation/labels/usable-labels";
import { defaultQueue } from "@/lib/annotation/queues/default-queues";
import { holdQueue, type ItemRow, type LabelRow, lockItemInQueue, type QueueRow } from "@/lib/annotation/scope/loaders";
import { type FieldTexts, fieldTexts, readAnswer } from "@/lib/annotation/sources/field-texts";
import { holdSource, type Reference, referenceOf, scopesOf, spelt } from "@/lib/annotation/sources/sources";
import type { Caller, Context, Verb } from "@/lib/context";
import type * as contracts from "@/lib/contracts/annotation/scores";
import { invalid, invalidField, notFound } from "@/lib/errors";
import { inOrganization } from "@/lib/owned-rows";
import { inTransaction } from "@/lib/transaction";
import { finishScored } from "./finish-scored";

type ScoreInput = Parameters<Verb<typeof contracts.createScore>>[1];
type BulkInput = Parameters<Verb<typeof contracts.createScores>>[1];

export const createScore: Verb<typeof contracts.createScore> = async (context, input) => {
  const source = await referenceOf(context.db, context.caller.organizationId, input);
  const score = await inTransaction(context, async (inner) => {
    const { db, caller } = inner;
    assertFound(source, await holdSource(db, caller.organizationId, source));
    const label = await labelForScore(db, caller, source, input);
    const entry = readEntry(label, input, await fieldTexts(db, caller.organizationId, source, [label]));
    if ("problem" in entry) throw invalidField("value", entry.problem);
    const item = await placeOf(inner, source, input.queue_item_id);
    const ids = await saveScores(db, { ...item, annotatorId: caller.userId }, [entry]);
    const [saved] = await loadScores(db, inArray(scores.id, ids));
    if (!saved) throw new Error("the score was not saved");
    return saved;
  });
  await finishScored(context, context.caller.userId, source);
  return score;
};

export const createScores: Verb<typeof contracts.createScores> = async (context, input) => {
  const source = await referenceOf(context.db, context.caller.organizationId, input);
  const output = await inTransaction(context, async (inner) => {
    const { db, caller } = inner;
    assertFound(source, await holdSource(db, caller.organizationId, source));
    const span = input.span_notes_source_id ? spanNamed(input.span_notes_source_id) : null;
    if (span) assertFound(span, await holdSource(db, caller.organizationId, span));
    const { entries, errors } = await readEntries(db, caller, source, input);
    const notes = input.span_notes ?? null;
    if (entries.length === 0 && notes === null) return { scores: [], errors };
    const item = await placeOf(inner, source, input.queue_item_id);
    const ids = await saveScores(db, { ...item, annotatorId: caller.userId }, entries);
    // A span shows the notes of its own items already.
    if (span && !isSame(span, source)) await saveNoteWithSpan(db, caller, item.item.id, span.sourceId, notes);
    else await saveItemNote(db, item.item.id, caller.userId, notes);
    const saved = ids.length > 0 ? await loadScores(db, inArray(scores.id, ids)) : [];
    const labelIds = entries.map((entry) => entry.label.id);
    return {
      scores: saved.sort((left, right) => labelIds.indexOf(left.label_id) - labelIds.indexOf(right.label_id)),
      errors,
    };
  });
  await finishScored(context, context.caller.userId, source);
  return output;
};

const spanNamed = (id: string): Reference => ({ sourceType: "observation_span", sourceId: spelt(id) });

const isSame = (one: Reference, other: Reference): boolean =>
  one.sourceType === other.sourceType && one.sourceId === other.sourceId;

function assertFound({ sourceType, sourceId }: Reference, isFound: boolean): void {
  if (!isFound) throw notFound(`Source not found: ${sourceType}=${sourceId}`);
}

type Scored = Pick<ScoreInput, "label_id" | "queue_item_id">;

async function labelForScore(db: Database, caller: Caller, source: Reference, sent: Scored): Promise<LabelRow> {
  const usable = usableForSource(caller.organizationId, source, sent.queue_item_id);
  const [label] = await db
    .select()
    .from(labels)
    .where(and(eq(labels.id, sent.label_id), usable))
    .for("key share");
  if (!label) throw notFound(`Label not found: ${sent.label_id}`);
  return label;
}

type GivenScore = Pick<ScoreInput, "value" | "notes" | "score_source">;

function readEntry(label: LabelRow, sent: GivenScore, texts: FieldTexts): ScoreEntry | { problem: string } {
  const reading = readAnswer(label, sent.value, texts);
  if (reading.kind === "invalid") return { problem: reading.message };
  if (reading.kind === "blank") return { problem: `${label.name} may not be blank.` };
  return { label, value: reading.value, notes: notesFor(label, sent.notes), scoreSource: sent.score_source };
}

/** What can be saved, and a sentence for each value that cannot. */
async function readEntries(db: Database, caller: Caller, source: Reference, input: BulkInput) {
  const ids = [...new Set(input.scores.map((score) => score.label_id))];
  const found = await db
    .select()
    .from(labels)
    .where(and(inArray(labels.id, ids), usableForSource(caller.organizationId, source, input.queue_item_id)))
    .orderBy(labels.id)
    .for("key share");
  const texts = await fieldTexts(db, caller.organizationId, source, found);
  const entries: ScoreEntry[] = [];
  const errors: string[] = [];
  for (const sent of input.scores) {
    const label = found.find((row) => row.id === sent.label_id.toLowerCase());
    const entry = label ? readEntry(label, sent, texts) : { problem: `Label not found: ${sent.label_id}` };
    if ("problem" in entry) errors.push(entry.problem);
    else entries.push(entry);
  }
  return { entries, errors };
}

interface QueueItem {
  queue: QueueRow;
  item: ItemRow;
}

/** The item for the caller's scores of a source, locked: the given one, or else the default queue's. */
async function placeOf(
  context: Context,
  source: Reference,
  queueItemId: string | null | undefined,
): Promise<QueueItem> {
  const { db, caller, now } = context;
  const at = now();
  const { queue, item } = queueItemId
    ? await givenItem(db, caller, source, queueItemId, at)
    : await defaultItem(db, caller, source);
  const work = await readWork(db, caller, { queueId: queue.id, itemId: item.id }, at);
  assertNotInReview(item, work.seat);
  // Other queues keep their rules for who may annotate, and how many.
  if (!queue.isDefault) {
    assertMayAnnotate(work);
    const next = seated(work, at);
    if (next.seat) await writeHeld(db, work, next, at);
  }
  return { queue, item };
}

async function givenItem(
  db: Database,
  caller: Caller,
  source: Reference,
  itemId: string,
  at: Date,
): Promise<QueueItem> {
  const hasExpired = sql<boolean>`exists (select 1 from item_seats as seat where seat.item_id = ${itemId}
    and seat.state = 'reserved' and seat.expires_at <= ${at.toISOString()}::timestamptz)`;
  const [row] = await db
    .select({ queue: queues, hasExpired })
    .from(queueItems)
    .innerJoin(queues, eq(queues.id, queueItems.queueId))
    .where(
      and(
        eq(queueItems.id, itemId),
        eq(queueItems.sourceType, source.sourceType),
        eq(queueItems.sourceId, source.sourceId),
        inOrganization(queues, caller.organizationId),
        isNull(queueItems.deletedAt),
      ),
    );
  if (!row) throw invalidField("queue_item_id", "This source has no such queue item.");
  // A new seat then releases expired ones, and may open seats.
  if (row.hasExpired) await holdQueue(db, row.queue.id);
  return { queue: row.queue, item: await lockItemInQueue(db, row.queue, itemId) };
}

async function defaultItem(db: Database, caller: Caller, source: Reference): Promise<QueueItem> {
  const scope = (await scopesOf(db, caller.organizationId, [source]))(source);
  if (!scope) {
    throw invalid("No default annotation queue exists for this source. Send queue_item_id instead.", {
      fields: { queue_item_id: ["This field is required for sources without a default queue."] },
    });
  }
  const { queue } = await defaultQueue(db, caller, scope);
  const { id } = await itemOfSource(db, queue, source);
  return { queue, item: await lockItemInQueue(db, queue, id) };
}
