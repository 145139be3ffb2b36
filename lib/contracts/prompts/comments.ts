import { z } from "zod";
import { list } from "@/lib/bounds/list";
import { define } from "../define";
import { BLANK, deleted, id, page, pageQuery, timestamp } from "../shapes";
import { MAX_PROMPT_COMMENTS } from "./names";
import { promptBase, promptTag } from "./prompts";
import { promptParams, versionText } from "./shapes";

const path = `${promptBase}{prompt_id}/comments/` as const;
const MENTIONS = 50;

const person = z.object({ id, name: z.string() });

export const promptComment = z
  .object({
    id,
    version: z.string().nullable().meta({ description: "The version that it is about; null for the whole prompt" }),
    comment: z.string(),
    mentioned_users: z.array(person),
    created_by: person,
    created_at: timestamp,
    edited_at: timestamp.nullable(),
  })
  .meta({ id: "PromptComment" });
export type PromptComment = z.infer<typeof promptComment>;

const written = {
  comment: z.string().trim().min(1, BLANK).max(10_000, "At most 10000 characters."),
  mentioned_user_ids: list(id, MENTIONS).default([]).meta({ description: "Members of the organization" }),
};

export const listPromptComments = define({
  name: "listPromptComments",
  method: "GET",
  path,
  tag: promptTag,
  summary: "List the comments on a prompt",
  description: "A page of the comments on a prompt and its versions, newest first. Comments on deleted versions stay.",
  envelope: "page",
  params: promptParams,
  query: z.strictObject({
    version: versionText.optional().meta({ description: "Only comments on this version" }),
    ...pageQuery,
  }),
  response: page(promptComment),
  example: { version: "v2" },
});

export const addPromptComment = define({
  name: "addPromptComment",
  method: "POST",
  path,
  tag: promptTag,
  summary: "Comment on a prompt or one of its versions",
  description: `Adds a comment; repeating the request adds another. It may mention members of the organization. A prompt has at most ${MAX_PROMPT_COMMENTS.toLocaleString("en")} comments.`,
  params: promptParams,
  body: z.strictObject({
    ...written,
    version: versionText
      .nullable()
      .default(null)
      .meta({ description: "A version such as `v3` (default: the whole prompt)" }),
  }),
  response: promptComment,
  example: { comment: "Why one sentence?", version: "v2" },
});

const commentParams = promptParams.extend({ comment_id: id.meta({ description: "Id of the comment" }) });

export const editPromptComment = define({
  name: "editPromptComment",
  method: "PATCH",
  path: `${path}{comment_id}/`,
  tag: promptTag,
  summary: "Change a comment of one's own",
  description: "Replaces the text and the mentions. Only the author of a comment may change it.",
  errors: ["permission_denied"],
  params: commentParams,
  body: z.strictObject(written),
  response: promptComment,
  example: { comment: "Why only one sentence?" },
});

export const deletePromptComment = define({
  name: "deletePromptComment",
  method: "DELETE",
  path: `${path}{comment_id}/`,
  tag: promptTag,
  summary: "Delete a comment",
  description: "For the author of the comment, and for Owners and Admins. Repeating the request gives 404.",
  errors: ["permission_denied"],
  params: commentParams,
  response: deleted,
});
