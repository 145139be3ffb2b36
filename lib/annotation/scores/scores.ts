// Operations on single scores: find, show, correct, delete.
import { and, asc, count, desc, eq, inArray, isNull, type SQL, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { itemNotes, labels, queueItems, queues, scores, spanNotes, users } from "@/db/schema";
import { loadScorePage, loadScores } from "@/lib/annotation/answers/present-scores";
import { historyWith, notesFor } from "@/lib/annotation/answers/save-scores";
import { visibleTo } from "@/lib/annotation/answers/visible-scores";
import { assertNotInReview } from "@/lib/annotation/items/item-access";
import { seatOf } from "@/lib/annotation/items/seats";
import { holdQueue, type LabelRow, lockItem } from "@/lib/annotation/scope/loaders";
import { type FieldTexts, fieldTexts, readAnswer } from "@/lib/annotation/sources/field-texts";
import { isGuid, isTraceId } from "@/lib/annotation/sources/source";
import { type Reference, referenceOf, spelt } from "@/lib/annotation/sources/sources";
import { isAdmin } from "@/lib/auth/access";
import type { Caller, Context, Verb } from "@/lib/context";
import type * as contracts from "@/lib/contracts/annotation/scores";
import { forbidden, invalidField, notFound } from "@/lib/errors";
import { inOrganization } from "@/lib/owned-rows";
import { assertPage, byName, pageRange } from "@/lib/pages";
import { inTransaction } from "@/lib/transaction";
import { withdrawScore } from "./withdraw-score";

const seenBy = (caller: Caller): SQL | undefined =>
  and(
    eq(scores.organizationId, caller.organizationId),
    visibleTo(caller, { by: scores.annotatorId, itemId: scores.queueItemId, queueId: scores.queueId }),
  );

interface People {
  label_id?: string | undefined;
  annotator_id?: string | undefined;
}

const ofPeople = ({ label_id, annotator_id }: People): SQL | undefined =>
  and(
    label_id ? eq(scores.labelId, label_id) : undefined,
    annotator_id ? eq(scores.annotatorId, annotator_id) : undefined,
  );

export const listScores: Verb<typeof contracts.listScores> = async ({ db, caller }, input) => {
  const { page, limit, offset } = pageRange(input);
  const where = and(
    isNull(scores.deletedAt),
    seenBy(caller),
    ofPeople(input),
    input.source_type ? eq(scores.sourceType, input.source_type) : undefined,
    input.source_id ? inArray(scores.sourceId, await idsOf(db, caller, input.source_id)) : undefined,
  );
  const older = input.after ? await olderThan(db, caller, input.after) : undefined;
  const range = { limit, offset: older ? 0 : offset };
  const [[total], rows] = await Promise.all([
    db.select({ count: count() }).from(scores).where(where),
    loadScorePage(db, and(where, older), range, desc(scores.createdAt), desc(scores.id)),
  ]);
  const all = total?.count ?? 0;
  if (!older) assertPage(page, limit, all);
  return { count: all, page, limit, results: rows };
};

/** Those that come later in the list. One that was deleted meanwhile is still a point in it. */
async function olderThan(db: Database, caller: Caller, after: string): Promise<SQL> {
  const [last] = await db
    .select({ id: scores.id, createdAt: sql<string>`${scores.createdAt}::text` })
    .from(scores)
    .where(and(eq(scores.id, after), seenBy(caller)));
  if (!last) throw notFound("Score not found.");
  return sql`(${scores.createdAt}, ${scores.id}) < (${last.createdAt}::timestamptz, ${last.id}::uuid)`;
}

/** The stored ids of a source of any type, by the id that a filter gives. */
async function idsOf(db: Database, caller: Caller, name: string): Promise<string[]> {
  const trace = await referenceOf(db, caller.organizationId, { source_type: "trace", source_id: name });
  return [spelt(name), trace.sourceId];
}

export const scoresForSource: Verb<typeof contracts.scoresForSource> = async ({ db, caller }, input) => {
  const source = await referenceOf(db, caller.organizationId, input);
  const isUnknownTrace = source.sourceType === "trace" && isTraceId(source.sourceId);
  if (source.sourceType !== "observation_span" && !isUnknownTrace && !isGuid(source.sourceId)) {
    throw invalidField("source_id", "Must be a UUID.");
  }
  const result = await loadScores(
    db,
    and(
      eq(scores.sourceType, source.sourceType),
      eq(scores.sourceId, source.sourceId),
      seenBy(caller),
      ofPeople(input),
    ),
    asc(byName(labels.name)),
    desc(scores.createdAt),
    asc(scores.id),
  );
  if (source.sourceType !== "observation_span") return { status: true, result };
  const notes = [...(await itemNotesOf(db, caller, source)), ...(await looseNotes(db, caller, source.sourceId))];
  const sorted = notes.sort((left, right) => left.created_at.localeCompare(right.created_at));
  return { status: true, result, span_notes: sorted };
};

async function itemNotesOf(db: Database, caller: Caller, source: Reference) {
  const rows = await db
    .select({ note: itemNotes, name: users.name, email: users.email, queueName: queues.name })
    .from(itemNotes)
    .innerJoin(users, eq(users.id, itemNotes.userId))
    .innerJoin(queueItems, eq(queueItems.id, itemNotes.itemId))
    .innerJoin(queues, eq(queues.id, queueItems.queueId))
    .where(
      and(
        eq(queueItems.organizationId, caller.organizationId),
        eq(queueItems.sourceType, source.sourceType),
        eq(queueItems.sourceId, source.sourceId),
        isNull(queueItems.deletedAt),
        visibleTo(caller, { by: itemNotes.userId, itemId: queueItems.id, queueId: queueItems.queueId }),
      ),
    )
    .orderBy(asc(itemNotes.createdAt), asc(itemNotes.id));
  return rows.map(({ note, name, email, queueName }) => ({
    id: note.id,
    notes: note.notes,
    annotator: name || email,
    queue_name: queueName,
    created_at: note.createdAt.toISOString(),
  }));
}

/** Notes that bulk annotation left on a span, outside any queue. */
async function looseNotes(db: Database, caller: Caller, spanId: string) {
  const rows = await db
    .select({ note: spanNotes, name: users.name, email: users.email })
    .from(spanNotes)
    .innerJoin(users, eq(users.id, spanNotes.userId))
    .where(and(eq(spanNotes.organizationId, caller.organizationId), eq(spanNotes.spanId, spanId)))
    .orderBy(asc(spanNotes.createdAt), asc(spanNotes.id));
  return rows.map(({ note, name, email }) => ({
    id: note.id,
    notes: note.notes,
    annotator: name || email,
    queue_name: null,
    created_at: note.createdAt.toISOString(),
  }));
}

async function visibleScore(db: Database, caller: Caller, id: string) {
  const [found] = await loadScores(db, and(eq(scores.id, id), seenBy(caller)));
  if (!found) throw notFound("Score not found.");
  return found;
}

export const getScore: Verb<typeof contracts.getScore> = ({ db, caller }, { id }) => visibleScore(db, caller, id);

/**
 * The score, with its item locked until the transaction ends. Throws 403 unless the score is the caller's or the caller
 * is an admin, and 400 while a reviewer looks at the item.
 */
async function lockOwnScore(db: Database, caller: Caller, id: string, action: "change" | "delete") {
  const live = and(eq(scores.id, id), inOrganization(scores, caller.organizationId));
  const [target] = await db
    .select({ itemId: scores.queueItemId, queueId: scores.queueId, labelId: scores.labelId })
    .from(scores)
    .where(live);
  // Deleting may open the item and its queue again.
  if (target?.queueId && action === "delete") await holdQueue(db, target.queueId);
  const [item] = target?.itemId ? await lockItem(db, { id: target.itemId }) : [];
  // Before locking the score's own row, for which a renaming of the label's options waits.
  if (target) await db.select({ id: labels.id }).from(labels).where(eq(labels.id, target.labelId)).for("key share");
  const [found] = await db
    .select({ score: scores, label: labels })
    .from(scores)
    .innerJoin(labels, eq(labels.id, scores.labelId))
    .where(live)
    .for("update", { of: scores });
  if (!found) throw notFound("Score not found.");
  if (found.score.annotatorId !== caller.userId && !isAdmin(caller.role)) {
    throw forbidden(`You do not have permission to ${action} this score.`);
  }
  if (item) assertNotInReview(item, await seatOf(db, item.id, caller.userId));
  return found;
}

type Change = Pick<Parameters<Verb<typeof contracts.updateScore>>[1], "value" | "notes" | "score_source">;

export const replaceScore: Verb<typeof contracts.replaceScore> = (context, { id, ...change }) =>
  changeScore(context, id, change);
export const updateScore: Verb<typeof contracts.updateScore> = (context, { id, ...change }) =>
  changeScore(context, id, change);

const changeScore = (context: Context, id: string, change: Change) =>
  inTransaction(context, async ({ db, caller }) => {
    const { label, score } = await lockOwnScore(db, caller, id, "change");
    const texts = await fieldTexts(db, caller.organizationId, score, [label]);
    await db
      .update(scores)
      .set({
        ...("value" in change ? newValue(label, change.value, texts) : {}),
        ...(change.notes === undefined ? {} : { notes: notesFor(label, change.notes) }),
        ...(change.score_source === undefined ? {} : { scoreSource: change.score_source }),
      })
      .where(eq(scores.id, id));
    return visibleScore(db, caller, id);
  });

function newValue(label: LabelRow, sent: unknown, texts: FieldTexts) {
  const reading = readAnswer(label, sent, texts);
  if (reading.kind === "invalid") throw invalidField("value", reading.message);
  if (reading.kind === "blank") throw invalidField("value", `${label.name} may not be blank.`);
  const { value } = reading;
  return { value, labelVersion: label.version, valueHistory: historyWith(sql`${JSON.stringify(value)}::jsonb`) };
}

export const deleteScore: Verb<typeof contracts.deleteScore> = (context, { id }) =>
  inTransaction(context, async ({ db, caller, now }) => {
    const { score } = await lockOwnScore(db, caller, id, "delete");
    await db.update(scores).set({ deletedAt: now() }).where(eq(scores.id, id));
    await withdrawScore(db, score);
    return { deleted: true };
  });
