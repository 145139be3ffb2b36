import { and, eq, inArray, isNull, type SQL, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { labels, queueLabels, scores, users } from "@/db/schema";
import { wireTime } from "@/db/wire-time";
import type { Score } from "@/lib/contracts/annotation/scores";

/** The position of a score's label in its queue: values that were submitted together keep the order of the form. */
export const formOrder = sql`(select ${queueLabels.order} from ${queueLabels}
  where ${queueLabels.queueId} = ${scores.queueId} and ${queueLabels.labelId} = ${scores.labelId})`;

/** Live scores that match `where`, as the API shows them, in the order of `orderBy`. */
export async function loadScores(db: Database, where: SQL | undefined, ...orderBy: SQL[]): Promise<Score[]> {
  return (await liveScores(db, where, orderBy)).map(({ score }) => score);
}

/** A page of them. The rows before it are counted only: neither joined nor presented. */
export async function loadScorePage(
  db: Database,
  where: SQL | undefined,
  { limit, offset }: { limit: number; offset: number },
  ...orderBy: SQL[]
): Promise<Score[]> {
  const page = db
    .select({ id: scores.id })
    .from(scores)
    .where(and(isNull(scores.deletedAt), where))
    .orderBy(...orderBy)
    .limit(limit)
    .offset(offset);
  return loadScores(db, inArray(scores.id, page), ...orderBy);
}

/** A score as the API shows it. The statement must join `labels`, and left join the annotator as `users`. */
export const scoreJson = sql<Score>`json_build_object('id', ${scores.id}, 'source_type', ${scores.sourceType},
  'source_id', ${scores.sourceId}, 'label_id', ${labels.id}, 'label_name', ${labels.name}, 'label_type', ${labels.type},
  'label_settings', ${labels.settings}, 'label_allow_notes', ${labels.allowNotes},
  'label_version', ${scores.labelVersion}, 'value', ${scores.value}, 'value_history', ${scores.valueHistory},
  'score_source', ${scores.scoreSource}, 'notes', ${scores.notes}, 'annotator', ${scores.annotatorId},
  'annotator_id', ${scores.annotatorId},
  'annotator_name', ${users.name}, 'annotator_email', ${users.email}, 'queue_item', ${scores.queueItemId},
  'queue_id', ${scores.queueId}, 'created_at', ${wireTime("scores.created_at")},
  'updated_at', ${wireTime("scores.updated_at")})`;

const liveScores = (db: Database, where: SQL | undefined, orderBy: SQL[]) =>
  db
    .select({ score: scoreJson })
    .from(scores)
    .innerJoin(labels, eq(labels.id, scores.labelId))
    .leftJoin(users, eq(users.id, scores.annotatorId))
    .where(and(isNull(scores.deletedAt), where))
    .orderBy(...orderBy);
