import { and, desc, eq } from "drizzle-orm";
import type { Database } from "@/db/client";
import { prompts, promptVersions, users } from "@/db/schema";
import type { Context, Verb } from "@/lib/context";
import { versionName } from "@/lib/contracts/prompts/names";
import type { ListedVersion } from "@/lib/contracts/prompts/shapes";
import type * as contracts from "@/lib/contracts/prompts/versions";
import { conflict } from "@/lib/errors";
import { dropVersion, projectVersion } from "@/lib/gateway-admin/prompts/projection";
import { addVersion, clientDataOf, noClientData } from "./add-version";
import { changePrompt, noteChange, recordDeletion } from "./changes";
import {
  defaultVersionOf,
  labelTargets,
  type PromptRow,
  type PromptVersionRow,
  promptInOrganization,
  versionOf,
} from "./loaders";
import { listedVersion, plainLabel, presentVersion } from "./present";
import { insertPrompt } from "./prompts";
import { contentOfClient } from "./rules/client-content";
import { storedContent } from "./rules/content";

const CLIENT_FIELD = "prompt_config.0.messages";

export const createPromptDraft: Verb<typeof contracts.createPromptDraft> = async (context, input) => {
  const content = storedContent(contentOfClient(input), CLIENT_FIELD);
  const draft = { content, isDraft: true, message: "", clientData: clientDataOf(input) };
  const { prompt, version } = await insertPrompt(context, { name: input.name }, draft);
  const name = versionName(version.number);
  return {
    id: prompt.id,
    name: prompt.name,
    templateVersion: name,
    createdVersion: name,
    metadata: version.clientData.metadata,
  };
};

export const addPromptDrafts: Verb<typeof contracts.addPromptDrafts> = async (context, { prompt_id, new_prompts }) => {
  const drafts = new_prompts.map((config, index) => ({
    content: storedContent(contentOfClient(config), `new_prompts.${index}.${CLIENT_FIELD}`),
    isDraft: true,
    message: "",
    clientData: clientDataOf(config),
  }));
  const { prompt, added } = await changePrompt(context, prompt_id, async (tx, locked) => {
    const rows: PromptVersionRow[] = [];
    for (const draft of drafts) rows.push(await addVersion(tx, context, locked, draft));
    return { prompt: locked, added: new Set(rows.map(({ id }) => id)) };
  });
  const versions = await listOf(context.db, prompt);
  return versions.filter(({ id }) => added.has(id)).reverse();
};

export const savePromptDraft: Verb<typeof contracts.savePromptDraft> = async (context, input) => {
  const content = storedContent(contentOfClient(input), CLIENT_FIELD);
  return changePrompt(context, input.prompt_id, async (tx, prompt) => {
    const version = await versionOf(tx, prompt, input.version);
    const [saved] = await tx
      .update(promptVersions)
      .set({ content, clientData: clientDataOf(input) })
      .where(and(eq(promptVersions.id, version.id), eq(promptVersions.isDraft, true)))
      .returning({ id: promptVersions.id });
    if (!saved) throw conflict(`${versionName(version.number)} is committed and never changes. Add a draft.`);
    return listedOne(tx, prompt, version);
  });
};

export const commitPrompt: Verb<typeof contracts.commitPrompt> = (context, input) =>
  changePrompt(context, input.prompt_id, async (tx, prompt) => {
    const version = await versionOf(tx, prompt, input.version_name);
    const { message, metadata } = input;
    const clientData = metadata === undefined ? version.clientData : { ...version.clientData, metadata };
    const [committed] = await tx
      .update(promptVersions)
      .set({ isDraft: false, message, clientData, committedAt: context.now() })
      .where(and(eq(promptVersions.id, version.id), eq(promptVersions.isDraft, true)))
      .returning();
    if (committed) {
      await noteChange(tx, context, prompt, { kind: "committed", number: committed.number, message });
      await projectVersion(prompt, committed);
    }
    const changed = input.set_default ? await makeDefault(tx, context, prompt, version) : prompt;
    return listedOne(tx, changed, version);
  });

/** Makes a committed version what clients get who name neither label nor version. */
export async function makeDefault(
  tx: Database,
  context: Context,
  prompt: PromptRow,
  { number }: PromptVersionRow,
): Promise<PromptRow> {
  if (prompt.defaultNumber === number) return prompt;
  await tx.update(prompts).set({ defaultNumber: number }).where(eq(prompts.id, prompt.id));
  await noteChange(tx, context, prompt, { kind: "default_set", number, formerNumber: prompt.defaultNumber });
  return { ...prompt, defaultNumber: number };
}

export const savePromptVersion: Verb<typeof contracts.savePromptVersion> = async (context, input) => {
  const content = storedContent(input.content, "content.messages");
  const { message } = input;
  const { prompt, version } = await changePrompt(context, input.prompt_id, async (tx, locked) => ({
    prompt: locked,
    version: await addVersion(tx, context, locked, { content, message, isDraft: false, clientData: noClientData }),
  }));
  return presentVersion(context.db, prompt, version);
};

export const getPromptVersion: Verb<typeof contracts.getPromptVersion> = async ({ db, caller }, input) => {
  const prompt = await promptInOrganization(db, caller.organizationId, input.prompt_id);
  return presentVersion(db, prompt, await versionOf(db, prompt, input.version));
};

export const deletePromptVersion: Verb<typeof contracts.deletePromptVersion> = (context, input) =>
  changePrompt(context, input.prompt_id, async (tx, prompt) => {
    const version = await versionOf(tx, prompt, input.version);
    const name = versionName(version.number);
    const labels = (await labelTargets(tx, prompt.organizationId, [prompt.id])).filter(
      ({ versionId }) => versionId === version.id,
    );
    if (labels.length > 0) {
      const names = labels.map((label) => label.name).join(", ");
      throw conflict(`${name} has the label ${names}. Move or remove it first.`);
    }
    if (prompt.defaultNumber === version.number) {
      throw conflict(`${name} is the default version. Set another one first.`);
    }
    if ((await tx.$count(promptVersions, eq(promptVersions.promptId, prompt.id))) === 1) {
      throw conflict(`${name} is the only version. Delete the prompt instead.`);
    }
    await tx.delete(promptVersions).where(eq(promptVersions.id, version.id));
    await recordDeletion(tx, context, prompt, { version: name });
    await noteChange(tx, context, prompt, { kind: "version_deleted", number: version.number });
    if (!version.isDraft) await dropVersion(prompt, version.number);
    return { deleted: true };
  });

export const listPromptVersions: Verb<typeof contracts.listPromptVersions> = async ({ db, caller }, input) => {
  const prompt = await promptInOrganization(db, caller.organizationId, input.template_id);
  const results = await listOf(db, prompt);
  return { count: results.length, results };
};

/** All versions, newest first. */
export async function listOf(db: Database, prompt: PromptRow, onlyId?: string): Promise<ListedVersion[]> {
  const [rows, targets, standard] = await Promise.all([
    db
      .select({
        id: promptVersions.id,
        number: promptVersions.number,
        isDraft: promptVersions.isDraft,
        message: promptVersions.message,
        createdAt: promptVersions.createdAt,
        authorId: users.id,
        authorName: users.name,
      })
      .from(promptVersions)
      .leftJoin(users, eq(users.id, promptVersions.createdBy))
      .where(and(eq(promptVersions.promptId, prompt.id), onlyId ? eq(promptVersions.id, onlyId) : undefined))
      .orderBy(desc(promptVersions.number)),
    labelTargets(db, prompt.organizationId, [prompt.id]),
    defaultVersionOf(db, prompt),
  ]);
  return rows.map((row) =>
    listedVersion(prompt, row, {
      author: row.authorId === null ? null : { id: row.authorId, name: row.authorName ?? "" },
      labels: targets.filter(({ versionId }) => versionId === row.id).map(plainLabel),
      isDefault: standard.id === row.id,
    }),
  );
}

export async function listedOne(db: Database, prompt: PromptRow, version: PromptVersionRow): Promise<ListedVersion> {
  const [listed] = await listOf(db, prompt, version.id);
  if (!listed) throw new Error("a version that was found is listed");
  return listed;
}
