// Gates as the API shows them, with the names of what they pin.
import { eq, inArray } from "drizzle-orm";
import type { Database } from "@/db/client";
import { datasets, datasetVersions, evalBindings, type promptGates } from "@/db/schema";
import type { PromptGate } from "@/lib/contracts/prompts/releases";
import type { PromptLabel } from "@/lib/contracts/prompts/shapes";
import { neededRows } from "@/lib/evaluation/experiments/plan-gate";

export type GateRow = typeof promptGates.$inferSelect;

/** A gate whose label was deleted is not shown. */
export async function presentGates(
  db: Database,
  gates: readonly GateRow[],
  labels: readonly PromptLabel[],
): Promise<PromptGate[]> {
  if (gates.length === 0) return [];
  const [versions, bindings] = await Promise.all([
    db
      .select({ version: datasetVersions, dataset: datasets.name })
      .from(datasetVersions)
      .innerJoin(datasets, eq(datasets.id, datasetVersions.datasetId))
      .where(
        inArray(
          datasetVersions.id,
          gates.map(({ datasetVersionId }) => datasetVersionId),
        ),
      ),
    db
      .select({ id: evalBindings.id, name: evalBindings.name })
      .from(evalBindings)
      .where(
        inArray(
          evalBindings.id,
          gates.flatMap(({ evaluationIds }) => evaluationIds),
        ),
      ),
  ]);
  return gates.flatMap((gate) => {
    const label = labels.find(({ id }) => id === gate.labelId);
    const found = versions.find(({ version }) => version.id === gate.datasetVersionId);
    if (!label || !found) return [];
    return {
      label,
      dataset_id: gate.datasetId,
      dataset_version_id: gate.datasetVersionId,
      output_column_id: gate.outputColumnId,
      user_eval_ids: gate.evaluationIds,
      margin: gate.margin,
      power: gate.power,
      allow_uncalibrated: gate.allowUncalibrated,
      dataset_name: found.dataset,
      version: { number: found.version.number, name: found.version.name, rows: found.version.rowCount },
      evaluations: gate.evaluationIds.flatMap((id) => bindings.find((one) => one.id === id) ?? []),
      needed_rows: neededRows(gate),
      updated_at: gate.updatedAt.toISOString(),
    };
  });
}

export async function presentGate(db: Database, gate: GateRow, label: PromptLabel): Promise<PromptGate> {
  const [presented] = await presentGates(db, [gate], [label]);
  if (!presented) throw new Error("the gate's dataset version is missing");
  return presented;
}
