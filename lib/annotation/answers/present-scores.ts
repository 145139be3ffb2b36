import { and, eq, isNull, type SQL, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { labels, queueLabels, scores, users } from "@/db/schema";
import type { Score } from "@/lib/contracts/annotation/scores";

/** The place of a score's label in its queue: values that were submitted together stand in the order of the form. */
export const formOrder = sql`(select ${queueLabels.order} from ${queueLabels}
  where ${queueLabels.queueId} = ${scores.queueId} and ${queueLabels.labelId} = ${scores.labelId})`;

/** Live scores that meet `where`, on the wire, in the order of `orderBy`. */
export async function loadScores(db: Database, where: SQL | undefined, ...orderBy: SQL[]): Promise<Score[]> {
  return (await liveScores(db, where, orderBy)).map(presentScore);
}

export async function loadScorePage(
  db: Database,
  where: SQL | undefined,
  { limit, offset }: { limit: number; offset: number },
  ...orderBy: SQL[]
): Promise<Score[]> {
  return (await liveScores(db, where, orderBy).limit(limit).offset(offset)).map(presentScore);
}

const liveScores = (db: Database, where: SQL | undefined, orderBy: SQL[]) =>
  db
    .select({ score: scores, label: labels, annotator: { name: users.name, email: users.email } })
    .from(scores)
    .innerJoin(labels, eq(labels.id, scores.labelId))
    .leftJoin(users, eq(users.id, scores.annotatorId))
    .where(and(isNull(scores.deletedAt), where))
    .orderBy(...orderBy);

function presentScore({ score, label, annotator }: Awaited<ReturnType<typeof liveScores>>[number]): Score {
  return {
    id: score.id,
    source_type: score.sourceType,
    source_id: score.sourceId,
    label_id: label.id,
    label_name: label.name,
    label_type: label.type,
    label_settings: label.settings,
    label_allow_notes: label.allowNotes,
    label_version: score.labelVersion,
    value: score.value,
    value_history: score.valueHistory,
    score_source: score.scoreSource,
    notes: score.notes,
    annotator: score.annotatorId,
    annotator_name: annotator?.name ?? null,
    annotator_email: annotator?.email ?? null,
    queue_item: score.queueItemId,
    queue_id: score.queueId,
    created_at: score.createdAt.toISOString(),
    updated_at: score.updatedAt.toISOString(),
  };
}
