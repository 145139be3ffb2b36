// What an import would do, and whether it may.
import type { Database } from "@/db/client";
import { prompts } from "@/db/schema";
import { nameKey } from "@/lib/bounds/normal-form";
import type { Context } from "@/lib/context";
import { MAX_PROMPTS } from "@/lib/contracts/prompts/names";
import type { PromptLabel } from "@/lib/contracts/prompts/shapes";
import { Failure, invalid, invalidField } from "@/lib/errors";
import { inOrganization } from "@/lib/owned-rows";
import { labelTargets, type PromptRow, type PromptVersionRow } from "../loaders";
import { tryMove } from "../move-label";
import { newestVersions, promptsNamed } from "./loaders";
import { type Existing, type Plan, planOf } from "./rules/plan";
import type { ReadPrompt } from "./rules/read-files";

export interface Found extends Existing {
  prompt: PromptRow;
  newest: PromptVersionRow | null;
}

async function findAll(db: Database, organizationId: string, rows: readonly PromptRow[]): Promise<Found[]> {
  const ids = rows.map(({ id }) => id);
  const [versions, targets] = await Promise.all([
    newestVersions(db, organizationId, ids),
    labelTargets(db, organizationId, ids),
  ]);
  return rows.map((prompt) => ({
    prompt,
    folder: prompt.folder,
    description: prompt.description,
    newest: versions.get(prompt.id) ?? null,
    labels: new Map(
      targets
        .filter(({ promptId }) => promptId === prompt.id)
        .map(({ name, versionId }) => [name.toLowerCase(), versionId]),
    ),
  }));
}

export async function findOne(db: Database, prompt: PromptRow): Promise<Found> {
  const [found] = await findAll(db, prompt.organizationId, [prompt]);
  if (!found) throw new Error("a prompt that was found has its versions");
  return found;
}

export function labelNamed(labels: readonly PromptLabel[], { file }: ReadPrompt, name: string): PromptLabel {
  const label = labels.find((one) => one.name.toLowerCase() === name.toLowerCase());
  if (!label) throw invalidField(`${file}: labels`, `There is no label ${name}. Make it first.`);
  return label;
}

interface Checked {
  file: ReadPrompt;
  found: Found | null;
  plan: Plan;
}

interface Options {
  labels: readonly PromptLabel[];
  movesLabels: boolean;
}

/** Plans every file. Throws before anything is written where one of them would be refused. */
export async function checkFiles(
  context: Context,
  files: readonly ReadPrompt[],
  { labels, movesLabels }: Options,
): Promise<Checked[]> {
  const { db, caller } = context;
  const { organizationId } = caller;
  const names = files.map(({ name }) => name);
  const rows = await promptsNamed(db, organizationId, names);
  const found = new Map((await findAll(db, organizationId, [...rows.values()])).map((one) => [one.prompt.id, one]));
  const checked = files.map((file): Checked => {
    const prompt = rows.get(nameKey(file.name));
    const existing = (prompt && found.get(prompt.id)) ?? null;
    return { file, found: existing, plan: planOf(file, existing) };
  });
  const created = checked.filter((one) => one.found === null).length;
  const count = created === 0 ? 0 : await db.$count(prompts, inOrganization(prompts, organizationId));
  if (count + created > MAX_PROMPTS)
    throw invalid(`An organization has at most ${MAX_PROMPTS.toLocaleString("en")} prompts. Delete some.`);
  if (!movesLabels) return checked;
  for (const { file, found: existing, plan } of checked) {
    for (const name of plan.labels) {
      const label = labelNamed(labels, file, name);
      const version = plan.addsVersion ? null : (existing?.newest ?? null);
      if (existing) await named(file, tryMove(db, context, existing.prompt, { label, version }));
    }
  }
  return checked;
}

/** A refusal that also names the file. */
const named = ({ file }: ReadPrompt, work: Promise<void>): Promise<void> =>
  work.catch((error: unknown) => {
    if (!(error instanceof Failure) || error.kind !== "conflict") throw error;
    throw new Failure("conflict", `${file}: labels: ${error.message}`, { ...error.detail, code: "conflict" });
  });
