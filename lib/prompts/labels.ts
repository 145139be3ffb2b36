import { count, eq, sql } from "drizzle-orm";
import { promptGates, promptLabels, promptLabelTargets, prompts, promptVersions } from "@/db/schema";
import type { Verb } from "@/lib/context";
import type * as contracts from "@/lib/contracts/prompts/labels";
import { MAX_PROMPT_LABELS, versionName } from "@/lib/contracts/prompts/names";
import { conflict, invalidField, notFound } from "@/lib/errors";
import { inOrganization } from "@/lib/owned-rows";
import { inTransaction } from "@/lib/transaction";
import { changePrompt } from "./changes";
import {
  defaultVersionOf,
  labelInOrganization,
  labelsInOrganization,
  promptByName,
  promptInOrganization,
  versionOf,
  versionWithLabel,
} from "./loaders";
import { moveLabel } from "./move-label";
import { presentVersion } from "./present";
import { listedOne, listOf, makeDefault } from "./versions";

export const listPromptLabels: Verb<typeof contracts.listPromptLabels> = async ({ db, caller }) => {
  const results = await labelsInOrganization(db, caller.organizationId);
  return { count: results.length, results };
};

export const createPromptLabel: Verb<typeof contracts.createPromptLabel> = async ({ db, caller, now }, { name }) => {
  const { organizationId, userId } = caller;
  const find = async () => {
    const labels = await labelsInOrganization(db, organizationId);
    return { labels, found: labels.find((label) => label.name.toLowerCase() === name.toLowerCase()) };
  };
  const { labels, found } = await find();
  if (found) return found;
  if (labels.filter(({ type }) => type === "custom").length >= MAX_PROMPT_LABELS) {
    throw invalidField("name", `An organization has at most ${MAX_PROMPT_LABELS} labels. Delete one first.`);
  }
  // By the clock of changes: those before it are of a deleted label with this name.
  const row = { organizationId, name, createdBy: userId, createdAt: now() };
  await db.insert(promptLabels).values(row).onConflictDoNothing();
  const made = (await find()).found;
  if (!made) throw notFound("The label was deleted at the same moment.");
  return made;
};

export const deletePromptLabel: Verb<typeof contracts.deletePromptLabel> = (context, { label_id }) =>
  inTransaction(context, async ({ db, caller }) => {
    const label = await labelInOrganization(db, caller.organizationId, label_id);
    if (label.type === "system") throw conflict(`${label.name} belongs to every organization and cannot be deleted.`);
    await db.execute(sql`select from ${promptLabels} where id = ${label.id} for update`);
    const [used] = await db
      .select({ count: count() })
      .from(promptLabelTargets)
      .where(eq(promptLabelTargets.labelId, label.id));
    if (used?.count)
      throw conflict(`${label.name} points to a version of ${used.count} prompts. Remove it there first.`);
    await db.delete(promptGates).where(eq(promptGates.labelId, label.id));
    await db.delete(promptLabels).where(eq(promptLabels.id, label.id));
    return { deleted: true };
  });

export const getPromptByLabel: Verb<typeof contracts.getPromptByLabel> = async ({ db, caller }, input) => {
  const { name, label, version } = input;
  if (label !== undefined && version !== undefined) {
    throw invalidField("version", "Send a label or a version, not both.");
  }
  const prompt = await promptByName(db, caller.organizationId, name);
  if (label !== undefined) return presentVersion(db, prompt, await versionWithLabel(db, prompt, label));
  const found = version === undefined ? defaultVersionOf(db, prompt) : versionOf(db, prompt, version);
  return presentVersion(db, prompt, await found);
};

export const assignPromptLabel: Verb<typeof contracts.assignPromptLabel> = (context, input) =>
  changePrompt(context, input.prompt_id, async (tx, prompt) => {
    const { label_id: labelId, version, expected_version: expected, message, overrule } = input;
    const moved = await moveLabel(tx, context, prompt, { labelId, version, expected, message, overrule });
    return {
      label: moved.label,
      version: versionName(moved.version?.number ?? 0),
      former_version: moved.former ? versionName(moved.former.number) : null,
      moved_at: moved.movedAt.toISOString(),
    };
  });

export const removePromptLabel: Verb<typeof contracts.removePromptLabel> = async (context, input) => {
  const { db, caller } = context;
  const label = await labelInOrganization(db, caller.organizationId, input.label_id);
  const [row] = await db
    .select({ promptId: promptVersions.promptId })
    .from(promptVersions)
    .innerJoin(prompts, eq(prompts.id, promptVersions.promptId))
    .where(sql`${promptVersions.id} = ${input.version_id} and ${inOrganization(prompts, caller.organizationId)}`);
  if (!row) throw notFound("Version not found.");
  return changePrompt(context, row.promptId, async (tx, prompt) => {
    const [target] = await tx
      .select({ labelId: promptLabelTargets.labelId })
      .from(promptLabelTargets)
      .where(
        sql`${promptLabelTargets.versionId} = ${input.version_id} and ${promptLabelTargets.labelId} = ${label.id}`,
      );
    if (!target) return { removed: false };
    await moveLabel(tx, context, prompt, { labelId: label.id, version: null });
    return { removed: true };
  });
};

export const setDefaultPromptVersion: Verb<typeof contracts.setDefaultPromptVersion> = async (context, input) => {
  const { id } = await promptByName(context.db, context.caller.organizationId, input.template_name);
  return changePrompt(context, id, async (tx, prompt) => {
    const version = await versionOf(tx, prompt, input.version);
    if (version.isDraft) throw invalidField("version", `${versionName(version.number)} is a draft. Commit it first.`);
    return listedOne(tx, await makeDefault(tx, context, prompt, version), version);
  });
};

export const listTemplateLabels: Verb<typeof contracts.listTemplateLabels> = async ({ db, caller }, input) => {
  const { template_id: id, template_name: name } = input;
  if (id === undefined && name === undefined) throw invalidField("template_name", "A name or an id is required.");
  const prompt =
    id === undefined
      ? await promptByName(db, caller.organizationId, name ?? "")
      : await promptInOrganization(db, caller.organizationId, id);
  return { id: prompt.id, name: prompt.name, versions: await listOf(db, prompt) };
};
