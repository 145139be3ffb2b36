// What people say of a prompt and its versions.
import { and, asc, count, eq, inArray } from "drizzle-orm";
import type { Database } from "@/db/client";
import { promptComments, users } from "@/db/schema";
import { isAdmin } from "@/lib/auth/access";
import { peopleAmong } from "@/lib/auth/people-among";
import type { Verb } from "@/lib/context";
import type * as contracts from "@/lib/contracts/prompts/comments";
import type { PromptComment } from "@/lib/contracts/prompts/comments";
import { MAX_PROMPT_COMMENTS, versionName } from "@/lib/contracts/prompts/names";
import { forbidden, invalid, invalidField, notFound } from "@/lib/errors";
import { notify } from "@/lib/notifications/notify";
import { assertPage, newestFirst, pageRange } from "@/lib/pages";
import { inTransaction } from "@/lib/transaction";
import { numberOf, type PromptRow, promptInOrganization, versionOf } from "./loaders";

type CommentRow = typeof promptComments.$inferSelect;

export const listPromptComments: Verb<typeof contracts.listPromptComments> = async ({ db, caller }, input) => {
  const prompt = await promptInOrganization(db, caller.organizationId, input.prompt_id);
  const { page, limit, offset } = pageRange(input);
  const number = input.version === undefined ? null : numberOf(input.version);
  const where = and(
    eq(promptComments.promptId, prompt.id),
    number === null ? undefined : eq(promptComments.number, number),
  );
  const [[total], rows] = await Promise.all([
    db.select({ count: count() }).from(promptComments).where(where),
    db
      .select()
      .from(promptComments)
      .where(where)
      .orderBy(newestFirst(promptComments.createdAt), asc(promptComments.id))
      .limit(limit)
      .offset(offset),
  ]);
  const all = total?.count ?? 0;
  assertPage(page, limit, all);
  return { count: all, page, limit, results: await present(db, rows) };
};

export const addPromptComment: Verb<typeof contracts.addPromptComment> = (context, input) =>
  inTransaction(context, async ({ db, caller }) => {
    const prompt = await promptInOrganization(db, caller.organizationId, input.prompt_id);
    const version = input.version === null ? null : await versionOf(db, prompt, input.version);
    if ((await db.$count(promptComments, eq(promptComments.promptId, prompt.id))) >= MAX_PROMPT_COMMENTS)
      throw invalid(`A prompt has at most ${MAX_PROMPT_COMMENTS.toLocaleString("en")} comments.`);
    const [row] = await db
      .insert(promptComments)
      .values({
        promptId: prompt.id,
        number: version?.number ?? null,
        text: input.comment,
        mentionedUserIds: await membersNamed(db, caller.organizationId, input.mentioned_user_ids),
        createdBy: caller.userId,
      })
      .returning();
    return announced(db, prompt, row);
  });

export const editPromptComment: Verb<typeof contracts.editPromptComment> = (context, input) =>
  inTransaction(context, async ({ db, caller, now }) => {
    const prompt = await promptInOrganization(db, caller.organizationId, input.prompt_id);
    const comment = await commentOn(db, prompt, input.comment_id);
    if (comment.createdBy !== caller.userId) throw forbidden("Only the author may change a comment.");
    const [row] = await db
      .update(promptComments)
      .set({
        text: input.comment,
        mentionedUserIds: await membersNamed(db, caller.organizationId, input.mentioned_user_ids),
        editedAt: now(),
      })
      .where(eq(promptComments.id, comment.id))
      .returning();
    return announced(db, prompt, row);
  });

/** Notifies the people mentioned in a comment: after a change, those who were not mentioned before. */
async function announced(db: Database, prompt: PromptRow, row: CommentRow | undefined): Promise<PromptComment> {
  if (row)
    await notify(db, prompt.organizationId, row.mentionedUserIds, {
      kind: "mention",
      cause: `prompt-comment-${row.id}`,
      actorId: row.createdBy,
      subject: {
        prompt_id: prompt.id,
        prompt_name: prompt.name,
        version: row.number === null ? null : versionName(row.number),
      },
    });
  return presentOne(db, row);
}

export const deletePromptComment: Verb<typeof contracts.deletePromptComment> = async ({ db, caller }, input) => {
  const prompt = await promptInOrganization(db, caller.organizationId, input.prompt_id);
  const comment = await commentOn(db, prompt, input.comment_id);
  if (comment.createdBy !== caller.userId && !isAdmin(caller.role))
    throw forbidden("Only the author, an Owner or an Admin may delete a comment.");
  const gone = await db.delete(promptComments).where(eq(promptComments.id, comment.id));
  if (gone.count === 0) throw notFound("Comment not found.");
  return { deleted: true };
};

async function commentOn(db: Database, prompt: PromptRow, id: string): Promise<CommentRow> {
  const [row] = await db
    .select()
    .from(promptComments)
    .where(and(eq(promptComments.promptId, prompt.id), eq(promptComments.id, id)));
  if (!row) throw notFound("Comment not found.");
  return row;
}

/** The ids of these people, each once. Throws a 400 if one of them is not a member of the organization. */
async function membersNamed(db: Database, organizationId: string, userIds: readonly string[]): Promise<string[]> {
  const ids = [...new Set(userIds.map((id) => id.toLowerCase()))];
  const known = await peopleAmong(db, organizationId, ids);
  const stranger = ids.find((id) => !known.has(id));
  if (stranger) throw invalidField("mentioned_user_ids", `User ${stranger} is not a member of the organization.`);
  return ids;
}

/** No row: the comment was deleted at the same moment. */
async function presentOne(db: Database, row: CommentRow | undefined): Promise<PromptComment> {
  const [presented] = row ? await present(db, [row]) : [];
  if (!presented) throw notFound("Comment not found.");
  return presented;
}

async function present(db: Database, rows: readonly CommentRow[]): Promise<PromptComment[]> {
  const ids = [...new Set(rows.flatMap((row) => [row.createdBy, ...row.mentionedUserIds]))];
  const people =
    ids.length === 0
      ? []
      : await db.select({ id: users.id, name: users.name }).from(users).where(inArray(users.id, ids));
  const nameOf = (id: string) => ({ id, name: people.find((person) => person.id === id)?.name ?? "" });
  return rows.map((row) => ({
    id: row.id,
    version: row.number === null ? null : versionName(row.number),
    comment: row.text,
    mentioned_users: row.mentionedUserIds.map(nameOf),
    created_by: nameOf(row.createdBy),
    created_at: row.createdAt.toISOString(),
    edited_at: row.editedAt?.toISOString() ?? null,
  }));
}
