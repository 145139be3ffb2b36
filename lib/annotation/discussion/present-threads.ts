// Discussions of items as the API shows them.
import { type SQL, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { param, sqlStatement } from "@/db/statement";
import { concerns } from "@/lib/annotation/items/review-scope";
import { isAdmin } from "@/lib/auth/access";
import type { Caller } from "@/lib/context";
import type { ReviewComment, ReviewThread } from "@/lib/contracts/annotation/discussions";
import type { CommentAction, ThreadAction, ThreadStatus } from "@/lib/contracts/shapes";
import { groupBy } from "@/lib/group-by";

interface ThreadRow {
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

interface CommentRow {
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

interface Discussion {
  review_comments: ReviewComment[];
  review_threads: ReviewThread[];
}

/** The value of `discussionJson`. */
export interface DiscussionRows {
  threads: ThreadRow[];
  comments: CommentRow[];
}

/**
 * Whether the caller may see a thread of the item: Owners and Admins see all, others only threads that concern them.
 */
const seen = sql`(${param("seesAll")}::boolean or ${concerns(sql`${param("userId")}::uuid`, sql`item.queue_id`)})`;

// Microseconds are kept, so that comments of one request keep their order.
const moment = (column: string): SQL =>
  sql`to_char(${sql.raw(column)} at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`;

const threads = sql`
  select json_agg(json_build_object('id', thread.id, 'action', thread.action, 'status', thread.status,
    'blocking', thread.blocking, 'label_id', thread.label_id, 'label_name', label.name,
    'target_annotator_id', thread.target_annotator_id, 'target_annotator_name', target.name,
    'target_annotator_email', target.email, 'created_by_id', author.id, 'created_by_name', author.name,
    'created_by_email', author.email, 'addressed_at', ${moment("thread.addressed_at")},
    'resolved_at', ${moment("thread.resolved_at")}, 'reopened_at', ${moment("thread.reopened_at")},
    'created_at', ${moment("thread.created_at")}) order by thread.created_at, thread.id)
  from review_threads as thread
  join users as author on author.id = thread.created_by
  left join labels as label on label.id = thread.label_id
  left join users as target on target.id = thread.target_annotator_id
  where thread.item_id = item.id and ${seen}`;

const mentioned = sql`
  select coalesce(jsonb_agg(jsonb_build_object('id', person.id, 'name', person.name, 'email', person.email)
    order by person.name, person.id), '[]')
  from users as person where person.id = any(comment.mentioned_user_ids)`;

const comments = sql`
  select json_agg(json_build_object('id', comment.id, 'thread_id', comment.thread_id, 'action', comment.action,
    'comment', comment.comment, 'reviewer_id', author.id, 'reviewer_name', author.name,
    'reviewer_email', author.email, 'created_at', ${moment("comment.created_at")},
    'mentioned_users', (${mentioned})) order by comment.created_at, comment.id)
  from review_threads as thread
  join review_comments as comment on comment.thread_id = thread.id
  join users as author on author.id = comment.author_id
  where thread.item_id = item.id and ${seen}`;

/** The threads of `queue_items as item` that the caller may see, and all their comments, both oldest first. */
export const discussionJson: SQL = sql`
  json_build_object('threads', coalesce((${threads}), '[]'), 'comments', coalesce((${comments}), '[]'))`;

export function presentDiscussion({ threads, comments }: DiscussionRows): Discussion {
  const ofThread = groupBy(comments, (comment) => comment.thread_id);
  const review_threads = threads.map((row) => presentThread(row, ofThread.get(row.id) ?? []));
  const review_comments = review_threads
    .flatMap((thread) => thread.comments)
    .sort((left, right) => left.created_at.localeCompare(right.created_at));
  return { review_comments, review_threads };
}

const findDiscussion = sqlStatement<{ discussion: DiscussionRows }>(
  () => sql`select ${discussionJson} as discussion from queue_items as item where item.id = ${param("itemId")}::uuid`,
);

/** The part of an item's discussion that the caller may see. */
export async function loadDiscussion(db: Database, caller: Caller, itemId: string): Promise<Discussion> {
  const [row] = await findDiscussion(db, { itemId, userId: caller.userId, seesAll: isAdmin(caller.role) });
  return presentDiscussion(row?.discussion ?? { threads: [], comments: [] });
}

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

/** The feedback on `queue_items as item`. */
export const feedbackJson: SQL = sql`(
  select json_build_object('comments', coalesce(sum(thread_comments.count) filter (where ${seen}), 0),
    'open', count(*) filter (where ${seen} and thread.blocking and thread.status in ('open', 'reopened')),
    'addressed', coalesce(bool_or(thread.blocking and thread.status = 'addressed'), false))
  from review_threads as thread
  cross join lateral (select count(*) as count from review_comments where thread_id = thread.id) as thread_comments
  where thread.item_id = item.id)`;
