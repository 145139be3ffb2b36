import { eq, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { prompts, promptVersions } from "@/db/schema";
import type { Context } from "@/lib/context";
import type { ClientConfig, PromptContent } from "@/lib/contracts/prompts/content";
import { MAX_PROMPT_VERSIONS } from "@/lib/contracts/prompts/names";
import { invalid } from "@/lib/errors";
import { projectVersion } from "@/lib/gateway-admin/prompts/projection";
import { noteChange } from "./changes";
import type { PromptRow, PromptVersionRow } from "./loaders";

export interface NewVersion {
  content: PromptContent;
  isDraft: boolean;
  message: string;
  clientData: PromptVersionRow["clientData"];
}

export const noClientData: PromptVersionRow["clientData"] = { evaluationConfigs: [], metadata: {} };

export const clientDataOf = ({ evaluation_configs, metadata }: ClientConfig): PromptVersionRow["clientData"] => ({
  evaluationConfigs: evaluation_configs ?? [],
  metadata: metadata ?? {},
});

/** Adds a version with the next number. The caller holds the prompt's lock, or has just made the prompt. */
export async function addVersion(
  tx: Database,
  context: Context,
  prompt: PromptRow,
  added: NewVersion,
): Promise<PromptVersionRow> {
  const versions = await tx.$count(promptVersions, eq(promptVersions.promptId, prompt.id));
  if (versions >= MAX_PROMPT_VERSIONS) {
    throw invalid(`A prompt has at most ${MAX_PROMPT_VERSIONS} versions. Delete some.`);
  }
  const [next] = await tx
    .update(prompts)
    .set({ lastNumber: sql`${prompts.lastNumber} + 1` })
    .where(eq(prompts.id, prompt.id))
    .returning({ number: prompts.lastNumber });
  const [version] = await tx
    .insert(promptVersions)
    .values({
      ...added,
      promptId: prompt.id,
      number: next?.number ?? 1,
      createdBy: context.caller.userId,
      committedAt: added.isDraft ? null : context.now(),
    })
    .returning();
  if (!version) throw new Error("an insert returns its row");
  const kind = added.isDraft ? "draft_added" : "committed";
  await noteChange(tx, context, prompt, { kind, number: version.number, message: added.message });
  if (!added.isDraft) await projectVersion(prompt, version);
  return version;
}
