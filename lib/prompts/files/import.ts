// Prompts from files: all are checked, then each is written under its lock.
import { eq, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { prompts } from "@/db/schema";
import type { Context, Verb } from "@/lib/context";
import type * as contracts from "@/lib/contracts/prompts/files";
import type { ImportedPrompt } from "@/lib/contracts/prompts/files";
import { versionName } from "@/lib/contracts/prompts/names";
import type { PromptLabel } from "@/lib/contracts/prompts/shapes";
import { Failure } from "@/lib/errors";
import { addVersion, noClientData } from "../add-version";
import { changePrompt, noteChange } from "../changes";
import { labelsInOrganization, type PromptRow, type PromptVersionRow, promptByName } from "../loaders";
import { moveLabel } from "../move-label";
import { insertPrompt } from "../prompts";
import { checkFiles, type Found, findOne, labelNamed } from "./check";
import { readFiles } from "./read-files";
import { type Plan, planOf } from "./rules/plan";
import type { ReadPrompt } from "./rules/read-files";

export const importPrompts: Verb<typeof contracts.importPrompts> = async (context, input) => {
  const { db, caller } = context;
  const owner = { organization: caller.organizationId, person: caller.userId };
  const files = await readFiles(owner, input.files);
  const labels = await labelsInOrganization(db, caller.organizationId);
  const movesLabels = input.move_labels;
  const checked = await checkFiles(context, files, { labels, movesLabels });
  if (input.dry_run) {
    return {
      prompts: checked.map(({ file, found, plan }) =>
        present(file, plan, { prompt: found?.prompt ?? null, version: found?.newest ?? null }, movesLabels),
      ),
    };
  }
  const written: ImportedPrompt[] = [];
  for (const { file } of checked) written.push(await write(context, file, { labels, movesLabels }));
  return { prompts: written };
};

interface Options {
  labels: readonly PromptLabel[];
  movesLabels: boolean;
}

/** What the file says, and nothing that is so already: two imports at once have one effect. */
async function write(context: Context, file: ReadPrompt, { labels, movesLabels }: Options): Promise<ImportedPrompt> {
  const made = await createUnlessThere(context, file);
  const { id } = made ?? (await promptByName(context.db, context.caller.organizationId, file.name));
  return changePrompt(context, id, async (tx, prompt) => {
    const found = await findOne(tx, prompt);
    const plan = planOf(file, found);
    if (Object.keys(plan.edits).length > 0) await edit(tx, context, prompt, plan.edits);
    const version = plan.addsVersion ? await addVersion(tx, context, prompt, versionIn(file)) : found.newest;
    if (movesLabels && version) {
      for (const name of plan.labels) {
        const { id: labelId } = labelNamed(labels, file, name);
        await moveLabel(tx, context, prompt, { labelId, version: versionName(version.number), message: file.message });
      }
    }
    return present(file, made ? { ...plan, change: "created" } : plan, { prompt, version }, movesLabels);
  });
}

const versionIn = ({ content, message }: ReadPrompt) => ({
  content,
  message,
  isDraft: false,
  clientData: noClientData,
});

/** Null if there is a prompt of the name, also if it was made meanwhile. */
async function createUnlessThere(context: Context, file: ReadPrompt): Promise<PromptRow | null> {
  const { name, folder, description } = file;
  try {
    return (await insertPrompt(context, { name, folder, description }, versionIn(file))).prompt;
  } catch (error) {
    if (error instanceof Failure && error.detail.facts?.errorCode === "TEMPLATE_ALREADY_EXIST") return null;
    throw error;
  }
}

async function edit(tx: Database, context: Context, prompt: PromptRow, edits: Plan["edits"]): Promise<void> {
  await tx
    .update(prompts)
    .set({ ...edits, updatedAt: sql`now()` })
    .where(eq(prompts.id, prompt.id));
  await noteChange(tx, context, prompt, { kind: "edited", message: Object.keys(edits).join(", ") });
}

interface Result {
  prompt: Found["prompt"] | null;
  version: PromptVersionRow | null;
}

const present = (file: ReadPrompt, plan: Plan, { prompt, version }: Result, movesLabels: boolean): ImportedPrompt => ({
  file: file.file,
  name: prompt?.name ?? file.name,
  id: prompt?.id ?? null,
  change: plan.change,
  version: version && versionName(version.number),
  labels_moved: movesLabels ? plan.labels : [],
  labels_left: movesLabels ? [] : plan.labels,
});
