// What a run would cost, and what the estimate is based on.
import { and, desc, eq, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { evalLogs, evalRunEvaluations, evalRuns } from "@/db/schema";
import type { DatasetRecord } from "@/lib/datasets/loaders";
import { meanOf } from "@/lib/mean";
import { templateInVersion } from "../../templates/loaders";
import type { PinnedEvaluation } from "./insert-run";

/** How many of a template's newest runs are read. */
const SAMPLE = 200;

interface CostEstimate {
  basis: "computed" | "earlier_runs" | "same_template" | "unknown";
  sample_size: number;
  micros_per_cell: number | null;
  tokens_per_cell: number | null;
  note: string | null;
}

export async function estimateOf(
  db: Database,
  dataset: DatasetRecord,
  evaluations: readonly PinnedEvaluation[],
  rows: number,
  repeats: number,
) {
  const cells = rows * repeats;
  const parts = await Promise.all(
    evaluations.map(async (evaluation) => {
      const known = await knownOf(db, dataset, evaluation);
      return {
        user_eval_id: evaluation.bindingId ?? null,
        column_id: evaluation.kind === "prediction" ? (evaluation.columnId ?? null) : null,
        name: evaluation.name,
        cells,
        ...known,
        estimated_micros: known.micros_per_cell === null ? null : Math.ceil(known.micros_per_cell * cells),
      };
    }),
  );
  return {
    rows,
    cells: cells * evaluations.length,
    estimated_micros: sumOrNull(parts.map(({ estimated_micros }) => estimated_micros)),
    estimated_tokens: sumOrNull(
      parts.map(({ tokens_per_cell }) => (tokens_per_cell === null ? null : Math.ceil(tokens_per_cell * cells))),
    ),
    evaluations: parts,
  };
}

const sumOrNull = (values: readonly (number | null)[]): number | null =>
  values.reduce<number | null>((all, value) => (all === null || value === null ? null : all + value), 0);

async function knownOf(db: Database, dataset: DatasetRecord, evaluation: PinnedEvaluation): Promise<CostEstimate> {
  const free = { basis: "computed", sample_size: 0, micros_per_cell: 0, tokens_per_cell: 0, note: null } as const;
  // A task whose outputs are there already calls no model.
  if (evaluation.kind === "prediction") return evaluation.prediction ? knownOfPrompt(db, dataset, evaluation) : free;
  const template = await templateInVersion(
    db,
    dataset.organizationId,
    evaluation.templateId ?? "",
    evaluation.versionNumber ?? 0,
  );
  if (template?.evalType === "code" && !evaluation.model) return free;
  const logs = await db
    .select({ fingerprint: evalLogs.fingerprint, model: evalLogs.model, usage: sql<Usage | null>`metadata -> 'usage'` })
    .from(evalLogs)
    .where(
      and(eq(evalLogs.organizationId, dataset.organizationId), eq(evalLogs.templateId, evaluation.templateId ?? "")),
    )
    .orderBy(desc(evalLogs.createdAt))
    .limit(SAMPLE);
  const withCalls = logs.filter(({ usage }) => (usage?.calls ?? 0) > 0);
  const same = withCalls.filter(({ fingerprint }) => fingerprint === evaluation.fingerprint);
  if (same.length > 0) return averageOf("earlier_runs", same);
  const model = evaluation.model ?? template?.version.definition.model;
  const alike = withCalls.filter((log) => log.model === model);
  if (alike.length > 0) return averageOf("same_template", alike);
  return unknown("It has not run with this judge yet. Run a few rows first, or try it in the playground.");
}

interface Usage {
  calls: number;
  prompt_tokens: number | null;
  completion_tokens: number | null;
  cost_usd: number | null;
}

const unknown = (note: string): CostEstimate => ({
  basis: "unknown",
  sample_size: 0,
  micros_per_cell: null,
  tokens_per_cell: null,
  note,
});

function averageOf(basis: "earlier_runs" | "same_template", logs: readonly { usage: Usage | null }[]): CostEstimate {
  const usages = logs.flatMap(({ usage }) => usage ?? []);
  const tokens = usages.flatMap(({ prompt_tokens: input, completion_tokens: output }) =>
    input === null || output === null ? [] : [input + output],
  );
  const costs = usages.flatMap(({ cost_usd: cost }) => (cost === null ? [] : [cost * 1e6]));
  return {
    basis,
    sample_size: usages.length,
    micros_per_cell: meanOf(costs),
    tokens_per_cell: meanOf(tokens),
    note: costs.length > 0 ? null : "The judge's model has no price. Set one in the gateway's configuration.",
  };
}

/** From the column's earlier costs under the same prompt. */
async function knownOfPrompt(
  db: Database,
  dataset: DatasetRecord,
  { fingerprint }: PinnedEvaluation,
): Promise<CostEstimate> {
  const [before] = await db
    .select({
      cells: sql<number>`coalesce(sum(answered + unscored + errors), 0)::int`,
      cost: sql<number>`coalesce(sum(cost_micros), 0)::float8`,
      unpriced: sql<number>`coalesce(sum(unpriced), 0)::int`,
    })
    .from(evalRunEvaluations)
    .innerJoin(evalRuns, eq(evalRuns.id, evalRunEvaluations.runId))
    .where(and(eq(evalRuns.datasetId, dataset.id), eq(evalRunEvaluations.fingerprint, fingerprint)));
  if (!before || before.cells === 0)
    return unknown("The prompt has not run yet. Run the first rows to learn what it costs.");
  return {
    basis: "earlier_runs",
    sample_size: before.cells,
    micros_per_cell: before.unpriced > 0 ? null : before.cost / before.cells,
    tokens_per_cell: null,
    note: before.unpriced > 0 ? "The model has no price. Set one in the gateway's configuration." : null,
  };
}
