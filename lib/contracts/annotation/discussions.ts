import { z } from "zod";
import { list } from "@/lib/bounds/list";
import { define } from "../define";
import { commentActions, id, itemParams, longText, threadActions, threadStatuses, timestamp } from "../shapes";

const tag = "Review";
const MAY = "For reviewers of the queue and for annotators of the item.";
const DECIDES =
  "For reviewers and the thread's author. Annotators of the item cannot resolve feedback that blocks approval.";
const base = "/model-hub/annotation-queues/{queue_id}/items/{item_id}/discussion/";

const about = {
  label_id: id.nullable(),
  label_name: z.string().nullable(),
  target_annotator_id: id.nullable(),
  target_annotator_name: z.string().nullable(),
  target_annotator_email: z.string().nullable(),
};
const scope = z.enum(["item", "label", "score"]).meta({ description: "`score` is one label of one annotator" });

export const reviewComment = z
  .object({
    id,
    thread_id: id,
    thread_status: z.enum(threadStatuses),
    thread_scope: scope,
    blocking: z.boolean(),
    action: z.enum(commentActions).meta({ description: "The action that came with the comment" }),
    comment: z.string(),
    ...about,
    mentioned_users: z.array(z.object({ id, name: z.string(), email: z.string() })),
    reviewer_id: id.meta({ description: "The author, reviewer or not" }),
    reviewer_name: z.string(),
    reviewer_email: z.string(),
    created_at: timestamp,
  })
  .meta({ id: "ReviewComment" });
export type ReviewComment = z.infer<typeof reviewComment>;

export const reviewThread = z
  .object({
    id,
    action: z.enum(threadActions),
    scope,
    status: z.enum(threadStatuses),
    blocking: z.boolean().meta({ description: "Blocks approval while open or reopened" }),
    ...about,
    created_by_id: id,
    created_by_name: z.string(),
    created_by_email: z.string(),
    addressed_at: timestamp.nullable(),
    resolved_at: timestamp.nullable(),
    reopened_at: timestamp.nullable(),
    created_at: timestamp,
    comments: z.array(reviewComment),
  })
  .meta({ id: "ReviewThread" });
export type ReviewThread = z.infer<typeof reviewThread>;

/** The threads of an item that the caller may see, and all their comments in one list, both oldest first. */
export const discussion = { review_comments: z.array(reviewComment), review_threads: z.array(reviewThread) };

export const getDiscussion = define({
  name: "getDiscussion",
  method: "GET",
  path: base,
  tag,
  summary: "The discussion of an item; annotators see threads for all or for themselves",
  description: `An item's threads with their comments, oldest first. Annotators see threads that are for all, written by them, or addressed to them. ${MAY}`,
  errors: ["item_is_check"],
  access: "queue",
  params: itemParams,
  response: z.object(discussion),
});

const text = longText.trim().min(1, "May not be blank.");

export const addComment = define({
  name: "addComment",
  method: "POST",
  path: base,
  tag,
  summary: "Comment on an item, in a new thread or an existing one",
  description: `Comments on an item, in a new thread or as a reply, and mentions members of the queue. Only reviewers can address another annotator or block approval. Each request adds a comment. ${MAY}`,
  errors: ["required", "not_annotator", "item_is_check"],
  access: "queue",
  params: itemParams,
  body: z
    .strictObject({
      comment: text.optional(),
      content: text.optional().meta({ description: "Another name for comment" }),
      thread_id: id.nullish().meta({ description: "The thread to reply to (default: a new thread)" }),
      label_id: id.nullish(),
      target_annotator_id: id.nullish().meta({ description: "The annotator that a new thread addresses" }),
      blocking: z
        .boolean()
        .default(false)
        .meta({ description: "Whether the new thread must be resolved before approval; for reviewers" }),
      mentioned_user_ids: list(id, 50).default([]).meta({ description: "Members of the queue" }),
    })
    .refine((body) => (body.comment ?? body.content) !== undefined, {
      path: ["comment"],
      error: "This field is required.",
    }),
  response: z.object({ ...discussion, comment: reviewComment, thread: reviewThread }),
  example: { comment: "Is the second sentence part of the answer?" },
});

const threadParams = itemParams.extend({ thread_id: id });
const closing = z.strictObject({ comment: longText.trim().optional() });

export const resolveThread = define({
  name: "resolveThread",
  method: "POST",
  path: `${base}{thread_id}/resolve/`,
  tag,
  summary: "Resolve a thread; once no feedback is left to act on, the item returns to review",
  description: `Resolves a thread, optionally with a last comment. When the item's annotators have nothing left to do, the item returns to review. ${DECIDES}`,
  errors: ["thread_resolved", "item_is_check"],
  access: "queue",
  params: threadParams,
  body: closing,
  response: z.object({ ...discussion, thread: reviewThread }),
});

export const reopenThread = define({
  name: "reopenThread",
  method: "POST",
  path: `${base}{thread_id}/reopen/`,
  tag,
  summary: "Reopen a thread; a request for changes returns to its annotators",
  description: `Opens a resolved or addressed thread again. A request for changes returns the item to its annotators again. ${DECIDES}`,
  errors: ["thread_open", "not_annotator", "item_is_check"],
  access: "queue",
  params: threadParams,
  body: closing,
  response: z.object({ ...discussion, thread: reviewThread }),
});
