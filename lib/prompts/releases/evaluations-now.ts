// The evaluations that a gate names, as a run would pin them now.
import { and, eq, inArray } from "drizzle-orm";
import type { Database } from "@/db/client";
import { datasets, evalBindings } from "@/db/schema";
import type { DatasetRecord } from "@/lib/datasets/loaders";
import { distinctIds } from "@/lib/distinct-ids";
import { Failure } from "@/lib/errors";
import { type BindingRow, pinBinding } from "@/lib/evaluation/runs/start/pin";
import type { GateRow } from "../present-gates";
import type { EvaluationNow } from "../rules/evaluation-problem";

/** By id. A dataset that was deleted still has its evaluations: a comparison is over the rows of a version. */
export async function evaluationsNow(
  db: Database,
  organizationId: string,
  gate: GateRow,
): Promise<(EvaluationNow & { id: string })[]> {
  const [dataset] = await db
    .select()
    .from(datasets)
    .where(and(eq(datasets.id, gate.datasetId), eq(datasets.organizationId, organizationId)));
  if (!dataset) throw new Error("the gate's dataset is missing");
  const ids = distinctIds(gate.evaluationIds);
  const bindings = await db
    .select()
    .from(evalBindings)
    .where(
      and(
        inArray(evalBindings.id, ids),
        eq(evalBindings.organizationId, organizationId),
        eq(evalBindings.target, "DATASET"),
        eq(evalBindings.targetId, dataset.id),
      ),
    );
  return Promise.all(
    ids.map(async (id) => {
      const binding = bindings.find((one) => one.id === id);
      return { id, name: binding?.name ?? id, now: binding ? await pinnedNow(db, dataset, binding) : "deleted" };
    }),
  );
}

async function pinnedNow(db: Database, dataset: DatasetRecord, binding: BindingRow): Promise<EvaluationNow["now"]> {
  if (binding.deletedAt !== null) return "deleted";
  try {
    const { fingerprint, mapping } = await pinBinding(db, dataset, binding);
    return { fingerprint, mapping: mapping ?? {} };
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    return { problem: error.message };
  }
}
