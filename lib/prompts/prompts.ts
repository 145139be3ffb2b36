import { eq, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { databaseErrorCode } from "@/db/error-code";
import { promptGates, promptLabelTargets, prompts } from "@/db/schema";
import type { Context, Verb } from "@/lib/context";
import { MAX_PROMPTS } from "@/lib/contracts/prompts/names";
import type * as contracts from "@/lib/contracts/prompts/prompts";
import { Failure, invalid } from "@/lib/errors";
import { changeProjected } from "@/lib/gateway-admin/projection";
import { projectName } from "@/lib/gateway-admin/prompts/projection";
import { inOrganization } from "@/lib/owned-rows";
import { addVersion, type NewVersion, noClientData } from "./add-version";
import { changePrompt, noteChange, recordDeletion } from "./changes";
import { defaultVersionOf, type PromptRow, type PromptVersionRow, promptByName, promptInOrganization } from "./loaders";
import { presentVersion } from "./present";
import { storedContent } from "./rules/content";

/** Published clients know a taken name by `errorCode`. */
const taken = (name: string): Failure =>
  new Failure("invalid", `name: A prompt named "${name}" already exists.`, {
    fields: { name: [`A prompt named "${name}" already exists.`] },
    facts: { errorCode: "TEMPLATE_ALREADY_EXIST", name },
  });

type NewPrompt = Pick<typeof prompts.$inferInsert, "name" | "folder" | "description">;

/** Creates a prompt with its first version. Of two who take one name at once, the second is refused. */
export const insertPrompt = (
  context: Context,
  created: NewPrompt,
  first: NewVersion,
): Promise<{ prompt: PromptRow; version: PromptVersionRow }> =>
  changeProjected(context.db, async (tx) => {
    const { organizationId, workspaceId, userId } = context.caller;
    if ((await tx.$count(prompts, inOrganization(prompts, organizationId))) >= MAX_PROMPTS) {
      throw invalid(`An organization has at most ${MAX_PROMPTS.toLocaleString("en")} prompts. Delete some.`);
    }
    const [prompt] = await tx
      .insert(prompts)
      .values({ ...created, organizationId, workspaceId, createdBy: userId })
      .onConflictDoNothing()
      .returning();
    if (!prompt) throw taken(created.name);
    await noteChange(tx, context, prompt, { kind: "created", message: prompt.name });
    return { prompt, version: await addVersion(tx, context, prompt, first) };
  });

export const createPrompt: Verb<typeof contracts.createPrompt> = async (context, input) => {
  const { name, folder, description, message } = input;
  const content = storedContent(input.content, "content.messages");
  const first = { content, message, isDraft: false, clientData: noClientData };
  const { prompt, version } = await insertPrompt(context, { name, folder, description }, first);
  return presentVersion(context.db, prompt, version);
};

const standardOf = async (db: Database, prompt: PromptRow) =>
  presentVersion(db, prompt, await defaultVersionOf(db, prompt));

export const getPromptByDefault: Verb<typeof contracts.getPromptByDefault> = async ({ db, caller }, { name }) =>
  standardOf(db, await promptByName(db, caller.organizationId, name));

export const getPrompt: Verb<typeof contracts.getPrompt> = async ({ db, caller }, { prompt_id }) =>
  standardOf(db, await promptInOrganization(db, caller.organizationId, prompt_id));

export const updatePrompt: Verb<typeof contracts.updatePrompt> = async (context, { prompt_id, ...change }) => {
  const changed = await changePrompt(context, prompt_id, async (tx, prompt) => {
    const [updated] = await tx
      .update(prompts)
      .set({ ...change, updatedAt: sql`now()` })
      .where(eq(prompts.id, prompt.id))
      .returning()
      .catch((error: unknown) => {
        throw databaseErrorCode(error) === "23505" ? taken(change.name ?? prompt.name) : error;
      });
    if (!updated) throw new Error("an update of a locked row returns it");
    if (updated.name !== prompt.name) await projectName(tx, prompt, updated.name);
    await noteChange(tx, context, prompt, { kind: "edited", message: Object.keys(change).join(", ") });
    return updated;
  });
  return standardOf(context.db, changed);
};

export const deletePrompt: Verb<typeof contracts.deletePrompt> = (context, { prompt_id }) =>
  changePrompt(context, prompt_id, async (tx, prompt) => {
    await recordDeletion(tx, context, prompt);
    await projectName(tx, prompt, null);
    await tx.delete(promptLabelTargets).where(eq(promptLabelTargets.promptId, prompt.id));
    await tx.delete(promptGates).where(eq(promptGates.promptId, prompt.id));
    await tx.update(prompts).set({ deletedAt: context.now() }).where(eq(prompts.id, prompt.id));
    return { deleted: true };
  });
