// Discussions of items on the wire.
import { type SQL, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { given, sqlStatement } from "@/db/statement";
import { arrayText } from "@/db/text-array";
import { concerns, visibleThread } from "@/lib/annotation/items/review-scope";
import { isAdmin } from "@/lib/auth/access";
import type { Caller } from "@/lib/context";
import type { ReviewComment, ReviewThread } from "@/lib/contracts/annotation/discussions";
import type { CommentAction, ThreadAction, ThreadStatus } from "@/lib/contracts/shapes";
import { groupBy } from "@/lib/group-by";

interface ThreadRow extends Record<string, unknown> {
  id: string;
  action: ThreadAction;
  status: ThreadStatus;
  blocking: boolean;
  label_id: string | null;
  label_name: string | null;
  target_annotator_id: string | null;
  target_annotator_name: string | null;
  target_annotator_email: string | null;
  created_by_id: string;
  created_by_name: string;
  created_by_email: string;
  addressed_at: string | null;
  resolved_at: string | null;
  reopened_at: string | null;
  created_at: string;
}

interface CommentRow extends Record<string, unknown> {
  id: string;
  thread_id: string;
  action: CommentAction;
  comment: string;
  mentioned_users: { id: string; name: string; email: string }[];
  reviewer_id: string;
  reviewer_name: string;
  reviewer_email: string;
  created_at: string;
}

/** The item's threads that the caller may see, and all their comments, both oldest first. */
export async function loadDiscussion(db: Database, caller: Caller, itemId: string) {
  const seen = sql`thread.item_id = ${itemId} and ${visibleThread(caller, sql`item.queue_id`)}`;
  const [threads, comments] = await Promise.all([loadThreads(db, seen), loadComments(db, seen)]);
  const ofThread = groupBy(comments, (comment) => comment.thread_id);
  const review_threads = threads.map((row) => presentThread(row, ofThread.get(row.id) ?? []));
  const review_comments = review_threads
    .flatMap((thread) => thread.comments)
    .sort((left, right) => left.created_at.localeCompare(right.created_at));
  return { review_comments, review_threads };
}

async function loadThreads(db: Database, seen: SQL): Promise<ThreadRow[]> {
  const rows = await db.execute<ThreadRow>(sql`
    select thread.id, thread.action, thread.status, thread.blocking, thread.label_id, label.name as label_name,
      thread.target_annotator_id, target.name as target_annotator_name, target.email as target_annotator_email,
      author.id as created_by_id, author.name as created_by_name, author.email as created_by_email,
      ${wireTime("thread.addressed_at")}, ${wireTime("thread.resolved_at")}, ${wireTime("thread.reopened_at")},
      ${wireTime("thread.created_at")}
    from review_threads as thread
    join queue_items as item on item.id = thread.item_id
    join users as author on author.id = thread.created_by
    left join labels as label on label.id = thread.label_id
    left join users as target on target.id = thread.target_annotator_id
    where ${seen} order by thread.created_at, thread.id`);
  return [...rows];
}

async function loadComments(db: Database, seen: SQL): Promise<CommentRow[]> {
  const rows = await db.execute<CommentRow>(sql`
    select comment.id, comment.thread_id, comment.action, comment.comment,
      author.id as reviewer_id, author.name as reviewer_name, author.email as reviewer_email,
      ${wireTime("comment.created_at")},
      (select coalesce(jsonb_agg(jsonb_build_object('id', person.id, 'name', person.name, 'email', person.email)
          order by person.name, person.id), '[]')
        from users as person where person.id = any(comment.mentioned_user_ids)) as mentioned_users
    from review_comments as comment
    join review_threads as thread on thread.id = comment.thread_id
    join queue_items as item on item.id = thread.item_id
    join users as author on author.id = comment.author_id
    where ${seen} order by comment.created_at, comment.id`);
  return [...rows];
}

// Microseconds are kept: comments of one request stand in their order.
const wireTime = (column: `${string}.${string}`): SQL => {
  const name = column.slice(column.indexOf(".") + 1);
  return sql.raw(`to_char(${column} at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as ${name}`);
};

function presentThread(row: ThreadRow, comments: readonly CommentRow[]): ReviewThread {
  const about = {
    label_id: row.label_id,
    label_name: row.label_name,
    target_annotator_id: row.target_annotator_id,
    target_annotator_name: row.target_annotator_name,
    target_annotator_email: row.target_annotator_email,
  };
  const scope = row.label_id === null ? "item" : row.target_annotator_id === null ? "label" : "score";
  return {
    ...row,
    scope,
    comments: comments.map(
      (comment): ReviewComment => ({
        ...comment,
        ...about,
        thread_status: row.status,
        thread_scope: scope,
        blocking: row.blocking,
      }),
    ),
  };
}

export interface Feedback {
  /** Comments and open blocking threads that the caller may see. */
  comments: number;
  open: number;
  /** Some blocking feedback was addressed and waits for its reviewer. */
  addressed: boolean;
}

const seen = sql`(${given("seesAll")}::boolean or ${concerns(sql`${given("userId")}::uuid`, sql`item.queue_id`)})`;
const feedbackOn = sqlStatement<{ item_id: string; comments: number; open: number; addressed: boolean }>(
  () => sql`
    select thread.item_id,
      coalesce(sum(said.comments) filter (where ${seen}), 0)::int as comments,
      count(*) filter (where ${seen} and thread.blocking and thread.status in ('open', 'reopened'))::int as open,
      bool_or(thread.blocking and thread.status = 'addressed') as addressed
    from review_threads as thread
    join queue_items as item on item.id = thread.item_id
    cross join lateral (select count(*) as comments from review_comments where thread_id = thread.id) as said
    where thread.item_id = any(${given("ids")}::uuid[]) group by thread.item_id`,
);

/** What was said of each item; items of which nothing was said have no entry. */
export async function loadFeedback(db: Database, caller: Caller, itemIds: string[]): Promise<Map<string, Feedback>> {
  const { userId, role } = caller;
  const rows = await feedbackOn(db, { ids: arrayText(itemIds), userId, seesAll: isAdmin(role) });
  return new Map(rows.map(({ item_id, ...feedback }) => [item_id, feedback]));
}
