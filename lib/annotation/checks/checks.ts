// The results of checks: answers to copies compared with the known answers, or with the annotator's own earlier ones.
// The fold of agreement updates the counters, so folded results always match the current scores.
import { and, eq, inArray, isNull, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { checkResults, goldAnswers, labels, queueItems, scores } from "@/db/schema";
import type { CanonicalValue } from "@/lib/annotation/labels/rules/label-value";
import type { ItemRow } from "@/lib/annotation/scope/loaders";
import { groupBy } from "@/lib/group-by";
import { type ComparedLabel, sameAnswer } from "./rules/check-match";
import type { CheckKind } from "./rules/checks";

interface Copy {
  id: string;
  userId: string;
  originalId: string;
  kind: CheckKind;
}

/** Updates the counters for changed copies and originals. Returns the ids of the items that are not work. */
export async function foldChecks(db: Database, queueId: string, itemIds: readonly string[]): Promise<Set<string>> {
  const ids = [...itemIds];
  const rows = await db
    .select()
    .from(queueItems)
    .where(
      sql`(${inArray(queueItems.id, ids)} and ${queueItems.purpose} <> 'work') or ${inArray(queueItems.copyOf, ids)}`,
    );
  const copies = rows.flatMap(copyOf);
  if (copies.length > 0) await compare(db, queueId, copies);
  return new Set(rows.map((row) => row.id));
}

function copyOf({ id, copyFor, copyOf: originalId, purpose }: ItemRow): Copy[] {
  if (!copyFor || !originalId || (purpose !== "gold_copy" && purpose !== "repeat")) return [];
  return [{ id, userId: copyFor, originalId, kind: purpose }];
}

interface Result {
  itemId: string;
  labelId: string;
  matches: boolean;
}

async function compare(db: Database, queueId: string, copies: readonly Copy[]): Promise<void> {
  const ids = copies.map((copy) => copy.id);
  const before = await db.select().from(checkResults).where(inArray(checkResults.itemId, ids));
  const after = await resultsOf(db, copies);
  await addToCounters(db, queueId, copies, [
    ...before.map((result) => ({ ...result, times: -1 })),
    ...after.map((result) => ({ ...result, times: 1 })),
  ]);
  await db.delete(checkResults).where(inArray(checkResults.itemId, ids));
  if (after.length > 0) await db.insert(checkResults).values(after.map((result) => ({ ...result, queueId })));
}

/** Labels that lack an answer on one side, and labels that are not compared, have no result. */
async function resultsOf(db: Database, copies: readonly Copy[]): Promise<Result[]> {
  const originals = copies.map((copy) => copy.originalId);
  const answered = await scoresOf(db, [...copies.map((copy) => copy.id), ...originals]);
  const known = await db.select().from(goldAnswers).where(inArray(goldAnswers.itemId, originals));
  const scoresByItem = groupBy(answered, (score) => score.itemId);
  const knownByItem = groupBy(known, (answer) => answer.itemId);
  return copies.flatMap((copy) => {
    const own = (scoresByItem.get(copy.id) ?? []).filter((score) => score.annotatorId === copy.userId);
    const expected =
      copy.kind === "gold_copy"
        ? (knownByItem.get(copy.originalId) ?? [])
        : (scoresByItem.get(copy.originalId) ?? []).filter((score) => score.annotatorId === copy.userId);
    return own.flatMap(({ labelId, value, label }) => {
      const answer = expected.find((entry) => entry.labelId === labelId);
      const matches = answer ? sameAnswer(label, value, answer.value) : null;
      return matches === null ? [] : [{ itemId: copy.id, labelId, matches }];
    });
  });
}

interface GivenScore {
  itemId: string | null;
  annotatorId: string | null;
  labelId: string;
  value: CanonicalValue;
  label: ComparedLabel;
}

const scoresOf = (db: Database, itemIds: string[]): Promise<GivenScore[]> =>
  db
    .select({
      itemId: scores.queueItemId,
      annotatorId: scores.annotatorId,
      labelId: scores.labelId,
      value: scores.value,
      label: { type: labels.type, settings: labels.settings },
    })
    .from(scores)
    .innerJoin(labels, eq(labels.id, scores.labelId))
    .where(and(inArray(scores.queueItemId, itemIds), isNull(scores.deletedAt)));

type Change = Result & { times: number };

async function addToCounters(db: Database, queueId: string, copies: readonly Copy[], changes: readonly Change[]) {
  const copyById = new Map(copies.map((copy) => [copy.id, copy]));
  const rows = changes.flatMap(({ itemId, labelId, matches, times }) => {
    const copy = copyById.get(itemId);
    return copy ? [[copy.userId, labelId, copy.kind, times, matches ? times : 0]] : [];
  });
  if (rows.length === 0) return;
  await db.execute(sql`
    insert into check_counters as kept (queue_id, user_id, label_id, purpose, answered, matching)
    select ${queueId}, (change ->> 0)::uuid, (change ->> 1)::uuid, change ->> 2, sum((change ->> 3)::int),
      sum((change ->> 4)::int)
    from jsonb_array_elements(${JSON.stringify(rows)}::jsonb) as change
    group by change ->> 0, change ->> 1, change ->> 2
    having (sum((change ->> 3)::int), sum((change ->> 4)::int)) <> (0, 0)
    on conflict (queue_id, user_id, label_id, purpose) do update set
      answered = kept.answered + excluded.answered, matching = kept.matching + excluded.matching`);
}
