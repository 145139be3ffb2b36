// Gates of labels: what it takes to move one.
import { and, asc, eq, isNull } from "drizzle-orm";
import type { Database } from "@/db/client";
import { datasets, datasetVersions, promptChanges, promptGates } from "@/db/schema";
import type { Context, Verb } from "@/lib/context";
import { versionName } from "@/lib/contracts/prompts/names";
import type * as contracts from "@/lib/contracts/prompts/releases";
import type { PromptLabel } from "@/lib/contracts/prompts/shapes";
import { columnsInDataset } from "@/lib/datasets/loaders";
import { invalidField, notFound } from "@/lib/errors";
import { bindingsOnDataset } from "@/lib/evaluation/runs/start/pin";
import { inOrganization } from "@/lib/owned-rows";
import { changePrompt } from "./changes";
import {
  labelInOrganization,
  labelsInOrganization,
  type PromptRow,
  type PromptVersionRow,
  promptInOrganization,
} from "./loaders";
import { newestReleaseOf } from "./releases/loaders";
import { verdictOf } from "./releases/verdict";
import type { Evidence } from "./rules/assert-evidence";

export type GateRow = typeof promptGates.$inferSelect;

export async function gateOfLabel(db: Database, prompt: PromptRow, labelId: string): Promise<GateRow | null> {
  const [gate] = await db
    .select()
    .from(promptGates)
    .where(and(eq(promptGates.promptId, prompt.id), eq(promptGates.labelId, labelId)));
  return gate ?? null;
}

const presentGate = (gate: GateRow, label: PromptLabel) => ({
  label,
  dataset_id: gate.datasetId,
  dataset_version_id: gate.datasetVersionId,
  output_column_id: gate.outputColumnId,
  user_eval_ids: gate.evaluationIds,
  margin: gate.margin,
  power: gate.power,
  allow_uncalibrated: gate.allowUncalibrated,
  updated_at: gate.updatedAt.toISOString(),
});

export const setPromptGate: Verb<typeof contracts.setPromptGate> = (context, input) =>
  changePrompt(context, input.prompt_id, async (tx, prompt) => {
    const label = await labelInOrganization(tx, prompt.organizationId, input.label_id);
    const dataset = await datasetOfVersion(tx, prompt.organizationId, input.dataset_version_id);
    const columns = await columnsInDataset(tx, dataset);
    if (!columns.some(({ id }) => id === input.output_column_id.toLowerCase()))
      throw invalidField("output_column_id", "The dataset has no such column.");
    await bindingsOnDataset(tx, dataset, input.user_eval_ids);
    const settings = {
      datasetId: dataset.id,
      datasetVersionId: input.dataset_version_id,
      outputColumnId: input.output_column_id,
      evaluationIds: input.user_eval_ids,
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
    return presentGate(gate, label);
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
  return {
    gates: gates.flatMap((gate) => {
      const label = labels.find(({ id }) => id === gate.labelId);
      return label ? [presentGate(gate, label)] : [];
    }),
  };
};

export const deletePromptGate: Verb<typeof contracts.deletePromptGate> = (context, input) =>
  changePrompt(context, input.prompt_id, async (tx, prompt) => {
    const gone = await tx
      .delete(promptGates)
      .where(and(eq(promptGates.promptId, prompt.id), eq(promptGates.labelId, input.label_id)));
    if (gone.count === 0) throw notFound("The label has no gate.");
    return { deleted: true as const };
  });

interface Move {
  label: PromptLabel;
  former: PromptVersionRow | null;
  version: PromptVersionRow;
}

/** What speaks for a move of a label; "free" if it needs no evidence. */
export async function loadEvidence(
  tx: Database,
  context: Context,
  prompt: PromptRow,
  { label, former, version }: Move,
): Promise<Evidence> {
  const gate = await gateOfLabel(tx, prompt, label.id);
  if (!gate || former === null || (await hasHad(tx, prompt, label, version))) return "free";
  const release = await newestReleaseOf(tx, { prompt, label, former, version });
  if (!release) return { former: versionName(former.number), release: null };
  const check = await verdictOf({ ...context, db: tx }, gate, release);
  return { former: versionName(former.number), release: { id: release.id, check } };
}

/** Moving back needs no evidence: it must be quick. */
async function hasHad(
  tx: Database,
  prompt: PromptRow,
  label: PromptLabel,
  { number }: PromptVersionRow,
): Promise<boolean> {
  const [found] = await tx
    .select({ id: promptChanges.id })
    .from(promptChanges)
    .where(
      and(
        eq(promptChanges.promptId, prompt.id),
        eq(promptChanges.kind, "label_moved"),
        eq(promptChanges.label, label.name),
        eq(promptChanges.number, number),
      ),
    )
    .limit(1);
  return found !== undefined;
}
