// Makes scores of feedback whose target is there.
import { and, eq, inArray, isNull, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { isLoss, wasDead } from "@/db/connection-loss";
import { isDatabaseError } from "@/db/error-code";
import { feedback, labels } from "@/db/schema";
import { param, sqlStatement } from "@/db/statement";
import { textArray } from "@/db/text-array";
import { transaction } from "@/db/transaction";
import { historyWith } from "@/lib/annotation/answers/save-scores";
import { describeError } from "@/lib/error-report";
import { log } from "@/lib/observe/log";
import { type Arrived, FEEDBACK_LABEL, scoresOf } from "./rules/feedback-scores";

const BATCH = 500;
/** The most earlier values of a score: everybody who has a publishable key can add to them. */
const MOST_EARLIER = 100;
/** How long feedback waits for its target, and how long its names are remembered. */
const MOST_AGE = sql`interval '1 day'`;

/** Each of these once, however many processes try. Leaves out what has no target yet. */
export const attachFeedback = (db: Database, ids: readonly string[]): Promise<void> =>
  transaction(db, async (tx) => {
    const arrived = await lockArrived(tx, ids);
    if (arrived.length === 0) return;
    const rows = scoresOf(arrived, await labelsFor(tx, arrived));
    await saveScores(tx, { rows: JSON.stringify(rows) });
    const attached = arrived.map(({ id }) => id);
    await tx.update(feedback).set({ attachedAt: sql`now()` }).where(inArray(feedback.id, attached));
  });

/** Attaches what has arrived, and forgets what is old, whether or not something cannot be attached. */
export async function sweepFeedback(db: Database): Promise<void> {
  try {
    for (let page = await findArrived(db, null); page.length > 0; page = await findArrived(db, page.at(-1) ?? null))
      await attachPage(
        db,
        page.map(({ id }) => id),
      );
  } finally {
    await db.execute(sql`delete from feedback where created_at < now() - ${MOST_AGE}`);
  }
}

/** Together, or one by one if something is refused. That waits until it is old. */
async function attachPage(db: Database, ids: readonly string[]): Promise<void> {
  try {
    await attachFeedback(db, ids);
  } catch (error) {
    if (!isRefused(error)) throw error;
    for (const id of ids) await attachFeedback(db, [id]).catch(reportRefused(id));
  }
}

/** PostgreSQL has refused a statement. A lost connection is of no feedback in particular. */
const isRefused = (error: unknown): boolean => isDatabaseError(error) && !isLoss(error) && !wasDead(error);

const reportRefused =
  (feedbackId: string) =>
  (error: unknown): void => {
    if (!isRefused(error)) throw error;
    log("error", "Feedback was not attached.", { feedback_id: feedbackId, error: describeError(error) });
  };

/** Feedback and the source that it is about: ids of traces and sessions are our own, those of spans OpenTelemetry's. */
const waitingWithSource = sql`
  feedback
  join projects as project on project.id = feedback.project_id
  cross join lateral (
    select 'trace' as source_type, trace.id::text as source_id from traces as trace
    where feedback.target_type = 'trace' and trace.project_id = feedback.project_id
      and trace.trace_id = feedback.target_id
    union all
    select 'observation_span', span.span_id from spans as span
    where feedback.target_type = 'span' and span.project_id = feedback.project_id
      and span.span_id = feedback.target_id
    union all
    select 'trace_session', session.id::text from trace_sessions as session
    where feedback.target_type = 'session' and session.project_id = feedback.project_id
      and session.session_id = feedback.target_id
  ) as source
  where feedback.attached_at is null`;

interface Waiting extends Record<string, unknown> {
  id: string;
  /** With its microseconds. */
  created_at: string;
}

/** The next feedback after `last` whose target is there, the oldest first. */
const findArrived = (db: Database, last: Waiting | null): Promise<readonly Waiting[]> =>
  db.execute<Waiting>(sql`
    select feedback.id, feedback.created_at::text from ${waitingWithSource}
    ${last ? sql`and (feedback.created_at, feedback.id) > (${last.created_at}::timestamptz, ${last.id}::uuid)` : sql``}
    order by feedback.created_at, feedback.id limit ${BATCH}`);

const lockArrived = async (db: Database, ids: readonly string[]): Promise<readonly Arrived[]> =>
  db.execute<Arrived & Record<string, unknown>>(sql`
    select feedback.id, feedback.organization_id, project.workspace_id, feedback.project_id, feedback.thumbs,
      feedback.number, feedback.comment, source.source_type, source.source_id
    from ${waitingWithSource} and feedback.id = any(${textArray(ids)}::uuid[])
    order by feedback.created_at, feedback.id
    for update of feedback skip locked`);

const makeLabels = sqlStatement(
  () => sql`
    insert into labels (organization_id, workspace_id, project_id, name, type)
    select organization_id, workspace_id, project_id, ${FEEDBACK_LABEL}, type
    from jsonb_to_recordset(${param("projects")}::jsonb)
      as project (organization_id uuid, workspace_id uuid, project_id uuid)
    cross join (values ('thumbs_up_down'), ('numeric'), ('text')) as each (type)
    on conflict do nothing`,
);

/** The labels of feedback of these projects, made on first use. */
async function labelsFor(db: Database, arrived: readonly Arrived[]) {
  const byProject = new Map(arrived.map((row) => [row.project_id, row]));
  const load = () =>
    db
      .select({ id: labels.id, projectId: labels.projectId, type: labels.type, version: labels.version })
      .from(labels)
      .where(
        and(
          inArray(labels.projectId, [...byProject.keys()]),
          eq(labels.name, FEEDBACK_LABEL),
          isNull(labels.deletedAt),
        ),
      )
      .orderBy(labels.id)
      .for("key share");
  const known = await load();
  const isComplete = [...byProject.keys()].every((id) => known.filter(({ projectId }) => projectId === id).length >= 3);
  if (isComplete) return known;
  const rows = [...byProject.values()].sort((one, other) => (one.project_id < other.project_id ? -1 : 1));
  await makeLabels(db, { projects: JSON.stringify(rows) });
  return load();
}

/** Nobody's in particular: one live score a source and label. The newest counts, and the last earlier ones stay in its history. */
const saveScores = sqlStatement(
  () => sql`
    insert into scores (organization_id, workspace_id, source_type, source_id, label_id, label_version, value,
      score_source)
    select organization_id, workspace_id, source_type, source_id, label_id, label_version, value, 'feedback'
    from jsonb_to_recordset(${param("rows")}::jsonb) as entry (organization_id uuid, workspace_id uuid,
      source_type text, source_id text, label_id uuid, label_version int, value jsonb)
    on conflict (organization_id, source_type, source_id, label_id)
      where annotator_id is null and deleted_at is null
    do update set value = excluded.value, label_version = excluded.label_version,
      value_history = jsonb_path_query_array(${historyWith(sql`excluded.value`)},
        '$[last - ${sql.raw(String(MOST_EARLIER - 1))} to last]'),
      updated_at = now()`,
);
