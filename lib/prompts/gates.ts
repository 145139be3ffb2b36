// Gates of labels: what it takes to move one.
import { and, asc, eq, isNull } from "drizzle-orm";
import type { Database } from "@/db/client";
import { datasets, datasetVersions, promptGates } from "@/db/schema";
import type { Context, Verb } from "@/lib/context";
import { versionName } from "@/lib/contracts/prompts/names";
import type * as contracts from "@/lib/contracts/prompts/releases";
import type { PromptLabel } from "@/lib/contracts/prompts/shapes";
import { columnsInDataset } from "@/lib/datasets/loaders";
import { distinctIds } from "@/lib/distinct-ids";
import { invalidField, notFound } from "@/lib/errors";
import { bindingsOnDataset } from "@/lib/evaluation/runs/start/pin";
import { inOrganization } from "@/lib/owned-rows";
import { changePrompt, recordDeletion } from "./changes";
import { hasHad, lastHad } from "./label-history";
import {
  keepLabel,
  labelInOrganization,
  labelsInOrganization,
  type PromptRow,
  type PromptVersionRow,
  promptInOrganization,
} from "./loaders";
import { type GateRow, presentGate, presentGates } from "./present-gates";
import { newestReleaseOf, type ReleaseRow } from "./releases/loaders";
import { verdictOf } from "./releases/verdict";
import type { Evidence } from "./rules/assert-evidence";

export async function gateOfLabel(db: Database, prompt: PromptRow, labelId: string): Promise<GateRow | null> {
  const [gate] = await db
    .select()
    .from(promptGates)
    .where(and(eq(promptGates.promptId, prompt.id), eq(promptGates.labelId, labelId)));
  return gate ?? null;
}

export const setPromptGate: Verb<typeof contracts.setPromptGate> = (context, input) =>
  changePrompt(context, input.prompt_id, async (tx, prompt) => {
    const label = await labelInOrganization(tx, prompt.organizationId, input.label_id);
    await keepLabel(tx, label);
    const dataset = await datasetOfVersion(tx, prompt.organizationId, input.dataset_version_id);
    const columns = await columnsInDataset(tx, dataset);
    if (!columns.some(({ id }) => id === input.output_column_id.toLowerCase()))
      throw invalidField("output_column_id", "The dataset has no such column.");
    await bindingsOnDataset(tx, dataset, input.user_eval_ids);
    const settings = {
      datasetId: dataset.id,
      datasetVersionId: input.dataset_version_id,
      outputColumnId: input.output_column_id,
      evaluationIds: distinctIds(input.user_eval_ids),
      margin: input.margin,
      power: input.power,
      allowUncalibrated: input.allow_uncalibrated,
      setBy: context.caller.userId,
      updatedAt: context.now(),
    };
    const [gate] = await tx
      .insert(promptGates)
      .values({ promptId: prompt.id, labelId: label.id, ...settings })
      .onConflictDoUpdate({ target: [promptGates.promptId, promptGates.labelId], set: settings })
      .returning();
    if (!gate) throw new Error("the gate was not stored");
    return presentGate(tx, gate, label);
  });

async function datasetOfVersion(db: Database, organizationId: string, versionId: string) {
  const [found] = await db
    .select({ dataset: datasets })
    .from(datasetVersions)
    .innerJoin(datasets, eq(datasets.id, datasetVersions.datasetId))
    .where(
      and(
        eq(datasetVersions.id, versionId),
        isNull(datasetVersions.deletedAt),
        inOrganization(datasets, organizationId),
      ),
    );
  if (!found) throw notFound("Dataset version not found.");
  return found.dataset;
}

export const listPromptGates: Verb<typeof contracts.listPromptGates> = async ({ db, caller }, input) => {
  const prompt = await promptInOrganization(db, caller.organizationId, input.prompt_id);
  const [gates, labels] = await Promise.all([
    db.select().from(promptGates).where(eq(promptGates.promptId, prompt.id)).orderBy(asc(promptGates.labelId)),
    labelsInOrganization(db, caller.organizationId),
  ]);
  return { gates: await presentGates(db, gates, labels) };
};

export const deletePromptGate: Verb<typeof contracts.deletePromptGate> = (context, input) =>
  changePrompt(context, input.prompt_id, async (tx, prompt) => {
    const gone = await tx
      .delete(promptGates)
      .where(and(eq(promptGates.promptId, prompt.id), eq(promptGates.labelId, input.label_id)));
    if (gone.count === 0) throw notFound("The label has no gate.");
    await recordDeletion(tx, context, prompt, { label_id: input.label_id });
    return { deleted: true as const };
  });

interface Move {
  label: PromptLabel;
  /** Where the label points; null for nowhere. */
  target: PromptVersionRow | null;
  version: PromptVersionRow;
}

interface FoundEvidence {
  gate: GateRow | null;
  /** The version to compare with: the label points to it, or pointed to it before it was removed. */
  former: PromptVersionRow | null;
  evidence: Evidence;
  /** The newest release that compares the two versions, if one is needed. */
  release: ReleaseRow | null;
}

/** What speaks for a move of a label; "free" if it needs no evidence. */
export async function loadEvidence(
  db: Database,
  context: Context,
  prompt: PromptRow,
  { label, target, version }: Move,
): Promise<FoundEvidence> {
  const gate = await gateOfLabel(db, prompt, label.id);
  const former = target ?? (await lastHad(db, prompt, label));
  if (!gate || former === null || former.id === version.id || (await hasHad(db, prompt, label, version)))
    return { gate, former, evidence: "free", release: null };
  const name = versionName(former.number);
  const release = await newestReleaseOf(db, { prompt, label, former, version });
  if (!release) return { gate, former, evidence: { former: name, release: null }, release };
  const check = await verdictOf({ ...context, db }, gate, release);
  return { gate, former, evidence: { former: name, release: { id: release.id, check } }, release };
}
