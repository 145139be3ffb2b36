// Discussions of items: comments in threads, and feedback that can be resolved and reopened.
import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import type { Database } from "@/db/client";
import { reviewThreads } from "@/db/schema";
import { assertMayAnnotate, assertNotOwnWork } from "@/lib/annotation/items/item-access";
import { holdWork, type ItemContext, readWork } from "@/lib/annotation/items/read-work";
import {
  annotatorsOf,
  assertAnnotators,
  endReworkWithoutFeedback,
  notifyOfRework,
  sendBack,
} from "@/lib/annotation/items/rework";
import { settledAnew } from "@/lib/annotation/items/rules/next-state";
import { writeHeld } from "@/lib/annotation/items/write-work";
import { type ItemRow, mayReview, queueAccess } from "@/lib/annotation/scope/loaders";
import type { Caller, Context, Verb } from "@/lib/context";
import type * as contracts from "@/lib/contracts/annotation/discussions";
import type { CommentAction } from "@/lib/contracts/shapes";
import { forbidden, invalid, notFound } from "@/lib/errors";
import { inTransaction } from "@/lib/transaction";
import { loadDiscussion } from "./present-threads";
import {
  assertLabelsAttached,
  assertPeopleOfQueue,
  labelIdsOf,
  membersAmong,
  type NewComment,
  startThread,
  writeComment,
} from "./threads";

function assertMayDiscuss(work: ItemContext): void {
  if (!mayReview(work)) assertMayAnnotate(work);
}

export const getDiscussion: Verb<typeof contracts.getDiscussion> = async ({ db, caller, now }, input) => {
  const work = await readWork(db, caller, { queueId: input.queue_id, itemId: input.item_id }, now());
  assertMayDiscuss(work);
  return loadDiscussion(db, caller, work.item.id);
};

/** The item, locked until the transaction ends, and whether the caller may discuss it. */
async function heldDiscussion(
  { db, caller, now }: Context,
  input: { queue_id: string; item_id: string },
  changesQueue = false,
): Promise<ItemContext> {
  const { queue } = await queueAccess(db, caller, input.queue_id);
  const work = await holdWork(db, caller, queue, { itemId: input.item_id, changesQueue }, now());
  assertMayDiscuss(work);
  return work;
}

type CommentInput = Parameters<Verb<typeof contracts.addComment>>[1];

export const addComment: Verb<typeof contracts.addComment> = (context, input) =>
  inTransaction(context, async (inner) => {
    const { db, caller } = inner;
    const work = await heldDiscussion(inner, input);
    const { item } = work;
    const mentionedUserIds = [...new Set(input.mentioned_user_ids)];
    assertPeopleOfQueue(await membersAmong(db, work.queue.id, mentionedUserIds), mentionedUserIds);
    const comment = {
      authorId: caller.userId,
      action: "comment" as const,
      comment: input.comment ?? input.content ?? "",
      mentionedUserIds,
    };
    const { threadId, commentId } = input.thread_id
      ? await reply(db, caller, item, input.thread_id, comment)
      : await startThread(db, { ...comment, item, ...(await aboutWhat(db, caller, work, input)) });
    const found = await discussionWith(db, caller, item, threadId);
    const written = found.thread.comments.find((entry) => entry.id === commentId);
    if (!written) throw new Error("the comment was not stored");
    return { ...found, comment: written };
  });

async function reply(db: Database, caller: Caller, item: ItemRow, threadId: string, comment: NewComment) {
  const { thread } = await discussionWith(db, caller, item, threadId);
  return { threadId: thread.id, commentId: await writeComment(db, thread.id, comment) };
}

async function aboutWhat(db: Database, caller: Caller, { item, ...access }: ItemContext, input: CommentInput) {
  const target = input.target_annotator_id?.toLowerCase();
  if (!mayReview(access)) {
    if (target && target !== caller.userId) throw forbidden("Only reviewers can address another annotator.");
    if (input.blocking) throw forbidden("Only reviewers can give feedback that blocks approval.");
  } else if (target) assertAnnotators(await annotatorsOf(db, item.id), [target]);
  if (input.label_id) assertLabelsAttached(await labelIdsOf(db, access.queue.id), [input.label_id]);
  return { labelId: input.label_id, targetAnnotatorId: target, blocking: input.blocking };
}

/** The item's discussion and one of its threads. Throws 404 if the caller cannot see such a thread there. */
async function discussionWith(db: Database, caller: Caller, item: ItemRow, threadId: string) {
  const discussion = await loadDiscussion(db, caller, item.id);
  const thread = discussion.review_threads.find((row) => row.id === threadId.toLowerCase());
  if (!thread) throw notFound("Thread not found.");
  return { ...discussion, thread };
}

type ThreadInput = Parameters<Verb<typeof contracts.resolveThread>>[1];

/**
 * A thread that the caller may resolve and reopen: its author or a reviewer may. For blocking threads, only people who
 * did not annotate.
 */
async function managedThread(context: Context, input: ThreadInput) {
  const { db, caller } = context;
  const work = await heldDiscussion(context, input, true);
  const { thread } = await discussionWith(db, caller, work.item, input.thread_id);
  if (!mayReview(work) && thread.created_by_id !== caller.userId) {
    throw forbidden("Only reviewers and the author of a thread can resolve or reopen it.");
  }
  if (thread.blocking) assertNotOwnWork(work, "You cannot decide on feedback to your own annotations.");
  return { queue: work.queue, item: work.item, thread };
}

const note = (db: Database, caller: Caller, input: ThreadInput, action: CommentAction) =>
  input.comment
    ? writeComment(db, input.thread_id, { authorId: caller.userId, action, comment: input.comment })
    : undefined;

export const resolveThread: Verb<typeof contracts.resolveThread> = (context, input) =>
  inTransaction(context, async (inner) => {
    const { db, caller, now } = inner;
    const { queue, item, thread } = await managedThread(inner, input);
    if (thread.status === "resolved") throw invalid("This thread is already resolved.", { code: "thread_resolved" });
    await db
      .update(reviewThreads)
      .set({ status: "resolved", resolvedAt: now() })
      .where(eq(reviewThreads.id, thread.id));
    await note(db, caller, input, "resolve");
    if (item.reviewStatus === "rejected" && (await endReworkWithoutFeedback(db, item, now()))) {
      const work = await readWork(db, caller, { queueId: queue.id, itemId: item.id, completes: true }, now());
      await writeHeld(db, work, settledAnew(work, now()), now());
    }
    return discussionWith(db, caller, item, thread.id);
  });

export const reopenThread: Verb<typeof contracts.reopenThread> = (context, input) =>
  inTransaction(context, async (inner) => {
    const { db, caller, now } = inner;
    const { queue, item, thread } = await managedThread(inner, input);
    if (thread.status === "open" || thread.status === "reopened") {
      throw invalid("This thread is already open.", { code: "thread_open" });
    }
    await db
      .update(reviewThreads)
      .set({ status: "reopened", reopenedAt: now(), resolvedAt: null, addressedAt: null })
      .where(eq(reviewThreads.id, thread.id));
    await note(db, caller, input, "reopen");
    if (thread.blocking && thread.action === "request_changes" && item.reviewStatus !== null) {
      const target = thread.target_annotator_id;
      if (target) assertAnnotators(await annotatorsOf(db, item.id), [target]);
      const annotators = await sendBack(db, queue, item, target ? [target] : "everybody", now());
      await notifyOfRework(db, caller, { queue, item, annotators, requestId: randomUUID() });
    }
    return discussionWith(db, caller, item, thread.id);
  });
