import { and, count, desc, eq, inArray, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { databaseErrorCode } from "@/db/error-code";
import { evalGroupMembers, evalGroups } from "@/db/schema";
import type { Context, Verb } from "@/lib/context";
import type * as contracts from "@/lib/contracts/evaluation/groups";
import { distinctIds } from "@/lib/distinct-ids";
import { invalidField } from "@/lib/errors";
import type { Workspace } from "@/lib/owned-rows";
import { hasText } from "@/lib/pages";
import { inTransaction } from "@/lib/transaction";
import { type Template, templatesInOrganization } from "../templates/loaders";
import { type GroupRow, isSample, lockGroup, visibleGroups } from "./loaders";
import { asksJudge, keysOf, presentGroup } from "./present-group";

const UNAVAILABLE = "One or more eval templates are unavailable for this workspace.";
const taken = (name: string) => invalidField("name", `An evaluation group named "${name}" already exists.`);
export const listEvalGroups: Verb<typeof contracts.listEvalGroups> = async ({ db, caller }, input) => {
  const part = input.name?.trim().replaceAll(/[\s_-]+/g, " ");
  const named = part ? hasText(sql`regexp_replace(${evalGroups.name}, '[\\s_-]+', ' ', 'g')`, part) : undefined;
  const where = and(visibleGroups(caller), named);
  const { page_size: size, page_number: page } = input;
  const [[total], groups] = await Promise.all([
    db.select({ count: count() }).from(evalGroups).where(where),
    db
      .select()
      .from(evalGroups)
      .where(where)
      .orderBy(desc(evalGroups.createdAt), desc(evalGroups.id))
      .limit(size)
      .offset(size * page),
  ]);
  const all = total?.count ?? 0;
  const members = await membersByGroup(db, caller, groups);
  const data = groups.map((group) => {
    const own = members.get(group.id) ?? [];
    const created_at = group.createdAt.toISOString();
    const { id, name, description } = group;
    return {
      id,
      name,
      description,
      created_at,
      required_keys: keysOf(own),
      evals_count: own.length,
      is_sample: isSample(group),
    };
  });
  return { data, total_count: all, total_pages: Math.ceil(all / size) };
};

async function membersByGroup(db: Database, { organizationId }: Workspace, groups: readonly GroupRow[]) {
  const ids = groups.map(({ id }) => id);
  const links =
    ids.length > 0 ? await db.select().from(evalGroupMembers).where(inArray(evalGroupMembers.groupId, ids)) : [];
  const templates = await templatesInOrganization(db, organizationId, [
    ...new Set(links.map(({ templateId }) => templateId)),
  ]);
  const byId = new Map(templates.map((template) => [template.id, template]));
  const found = (groupId: string) =>
    links.flatMap((link) => (link.groupId === groupId ? (byId.get(link.templateId) ?? []) : []));
  return new Map(ids.map((id) => [id, found(id)]));
}

/** The templates of a request. Throws unless the workspace can use all of them. */
async function usable({ db, caller }: Context, field: string, ids: readonly string[]): Promise<Template[]> {
  const uniqueIds = distinctIds(ids);
  const found = (await templatesInOrganization(db, caller.organizationId, uniqueIds)).filter(({ draft }) => !draft);
  if (found.length < uniqueIds.length) throw invalidField(field, UNAVAILABLE);
  return found;
}

const link = ({ db, caller }: Context, groupId: string, templates: readonly Template[]) =>
  db
    .insert(evalGroupMembers)
    .values(templates.map(({ id }) => ({ groupId, templateId: id, addedBy: caller.userId })))
    .onConflictDoNothing();

export const createEvalGroup: Verb<typeof contracts.createEvalGroup> = (context, input) =>
  inTransaction(context, async (inner) => {
    const { db, caller } = inner;
    const templates = await usable(inner, "eval_template_ids", input.eval_template_ids);
    const { organizationId, workspaceId, userId } = caller;
    const [group] = await db
      .insert(evalGroups)
      .values({
        organizationId,
        workspaceId,
        name: input.name,
        description: input.description ?? null,
        createdBy: userId,
      })
      .onConflictDoNothing()
      .returning();
    if (!group) throw taken(input.name);
    await link(inner, group.id, templates);
    return {
      ...(await presentGroup(db, group)),
      required_keys: keysOf(templates),
      evals_with_model: templates.filter(asksJudge).map(({ name }) => name),
    };
  });
export const replaceEvalGroup: Verb<typeof contracts.replaceEvalGroup> = (context, { id, name, description }) =>
  changeGroup(context, id, { name, description: description ?? null });

export const updateEvalGroup: Verb<typeof contracts.updateEvalGroup> = (context, { id, name, description }) =>
  changeGroup(context, id, {
    ...(name === undefined ? {} : { name }),
    ...(description === undefined ? {} : { description }),
  });

const changeGroup = (context: Context, id: string, change: { name?: string; description?: string | null }) =>
  inTransaction(context, async ({ db, caller }) => {
    const group = await lockGroup(db, caller, id);
    try {
      const [changed] = await db
        .update(evalGroups)
        .set({ ...change, updatedAt: sql`now()` })
        .where(eq(evalGroups.id, group.id))
        .returning();
      return await presentGroup(db, changed ?? group);
    } catch (error) {
      throw databaseErrorCode(error) === "23505" ? taken(change.name ?? "") : error;
    }
  });

export const deleteEvalGroup: Verb<typeof contracts.deleteEvalGroup> = (context, { id }) =>
  inTransaction(context, async ({ db, caller, now }) => {
    const group = await lockGroup(db, caller, id);
    await db.delete(evalGroupMembers).where(eq(evalGroupMembers.groupId, group.id));
    await db.update(evalGroups).set({ deletedAt: now() }).where(eq(evalGroups.id, group.id));
    return "Eval group deleted successfully";
  });

export const editEvalGroupMembers: Verb<typeof contracts.editEvalGroupMembers> = (context, input) =>
  inTransaction(context, async (inner) => {
    const { db, caller } = inner;
    const group = await lockGroup(db, caller, input.eval_group_id);
    if (input.added_template_ids.length > 0)
      await link(inner, group.id, await usable(inner, "added_template_ids", input.added_template_ids));
    await unlink(db, group.id, distinctIds(input.deleted_template_ids));
    await db.update(evalGroups).set({ updatedAt: sql`clock_timestamp()` }).where(eq(evalGroups.id, group.id));
    return "Eval group updated successfully";
  });

async function unlink(db: Database, groupId: string, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  const gone = await db
    .delete(evalGroupMembers)
    .where(and(eq(evalGroupMembers.groupId, groupId), inArray(evalGroupMembers.templateId, [...ids])))
    .returning({ id: evalGroupMembers.templateId });
  if (gone.length < ids.length)
    throw invalidField("deleted_template_ids", "One or more templates are not in this group.");
}
