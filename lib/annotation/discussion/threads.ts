// Writes threads and their comments.
import { and, eq, inArray } from "drizzle-orm";
import type { Database } from "@/db/client";
import { queueLabels, queueMembers, reviewComments, reviewThreads } from "@/db/schema";
import type { ItemRow } from "@/lib/annotation/scope/loaders";
import type { CommentAction, ThreadAction } from "@/lib/contracts/shapes";
import { invalidField } from "@/lib/errors";
import { notifyAll } from "@/lib/notifications/notify";
import { mentionedIn } from "./mentions";

interface NewThread {
  item: ItemRow;
  authorId: string;
  action: ThreadAction;
  comment: string;
  blocking: boolean;
  labelId?: string | null | undefined;
  targetAnnotatorId?: string | null | undefined;
  mentionedUserIds?: string[];
}

/** Opens a thread with its first comment. Returns the ids of both. */
export async function startThread(db: Database, thread: NewThread): Promise<{ threadId: string; commentId: string }> {
  const [started] = await db
    .insert(reviewThreads)
    .values({
      itemId: thread.item.id,
      action: thread.action,
      blocking: thread.blocking,
      createdBy: thread.authorId,
      labelId: thread.labelId ?? null,
      targetAnnotatorId: thread.targetAnnotatorId ?? null,
    })
    .returning({ id: reviewThreads.id });
  if (!started) throw new Error("the thread was not stored");
  return { threadId: started.id, commentId: await writeComment(db, started.id, thread) };
}

export type NewComment = Pick<NewThread, "authorId" | "comment" | "mentionedUserIds"> & { action: CommentAction };

export async function writeComment(db: Database, threadId: string, comment: NewComment): Promise<string> {
  const { authorId, action, mentionedUserIds = [] } = comment;
  const [written] = await db
    .insert(reviewComments)
    .values({ threadId, authorId, action, comment: comment.comment, mentionedUserIds })
    .returning({ id: reviewComments.id });
  if (!written) throw new Error("the comment was not stored");
  if (mentionedUserIds.length > 0) await notifyAll(db, mentionedIn(written.id));
  return written.id;
}

/** The labels of a queue, by their ids. */
export async function labelIdsOf(db: Database, queueId: string): Promise<string[]> {
  const rows = await db
    .select({ labelId: queueLabels.labelId })
    .from(queueLabels)
    .where(eq(queueLabels.queueId, queueId));
  return rows.map((row) => row.labelId);
}

/** Those of the people who are members of the queue. */
export async function membersAmong(db: Database, queueId: string, userIds: readonly string[]): Promise<string[]> {
  if (userIds.length === 0) return [];
  const rows = await db
    .select({ userId: queueMembers.userId })
    .from(queueMembers)
    .where(and(eq(queueMembers.queueId, queueId), inArray(queueMembers.userId, [...userIds])));
  return rows.map((row) => row.userId);
}

export function assertLabelsAttached(attached: readonly string[], labelIds: readonly string[]): void {
  const stranger = labelIds.find((labelId) => !attached.includes(labelId.toLowerCase()));
  if (stranger) throw invalidField("label_id", `Label ${stranger} is not attached to this queue.`);
}

export function assertPeopleOfQueue(members: readonly string[], userIds: readonly string[]): void {
  const stranger = userIds.find((userId) => !members.includes(userId.toLowerCase()));
  if (stranger) throw invalidField("mentioned_user_ids", `User ${stranger} is not a member of this queue.`);
}
