import { and, asc, eq } from "drizzle-orm";
import type { Database } from "@/db/client";
import { datasetRows, generatedRows, scenarioGenerations, scenarios } from "@/db/schema";
import type { Context, Verb } from "@/lib/context";
import { writtenColumns } from "@/lib/contracts/simulation/scenario-names";
import type * as contracts from "@/lib/contracts/simulation/scenario-rows";
import { insertColumns } from "@/lib/datasets/columns";
import { insertRows, nextOrder } from "@/lib/datasets/insert-rows";
import {
  columnsInDataset,
  type DatasetRecord,
  liveRows,
  lockDatasetInOrganization,
  touch,
} from "@/lib/datasets/loaders";
import { quantity } from "@/lib/datasets/present";
import { emptyRows } from "@/lib/datasets/rows";
import { invalid, invalidField } from "@/lib/errors";
import { whenNotFound } from "@/lib/rejections";
import { inTransaction } from "@/lib/transaction";
import { storedType } from "./build";
import { assertColumns, reused } from "./create";
import { startGeneration } from "./generation";
import { type GenerationRecord, lockScenario, type ScenarioRecord } from "./loaders";

const NO_DATASET = "Scenario does not have an associated dataset.";

/** The scenario's dataset, locked. Throws a 400 if it has none, or if it was deleted. */
async function heldDataset({ db, caller }: Context, scenario: ScenarioRecord): Promise<DatasetRecord> {
  if (!scenario.datasetId) throw invalid(NO_DATASET);
  return lockDatasetInOrganization(db, caller.organizationId, scenario.datasetId).catch(
    whenNotFound(() => {
      throw invalid(NO_DATASET);
    }),
  );
}

async function requestedBefore(db: Database, scenario: ScenarioRecord, mutationId: string | null | undefined) {
  if (!mutationId) return null;
  const same = and(eq(scenarioGenerations.scenarioId, scenario.id), eq(scenarioGenerations.mutationId, mutationId));
  const [known] = await db.select().from(scenarioGenerations).where(same);
  return known ?? null;
}

const sizeOf = async (db: Database, generation: GenerationRecord): Promise<number> => {
  const rows = await db
    .select({ place: generatedRows.place })
    .from(generatedRows)
    .where(eq(generatedRows.generationId, generation.id));
  return rows.length;
};

export const addScenarioRows: Verb<typeof contracts.addScenarioRows> = (context, input) =>
  inTransaction(context, async (inner) => {
    const { db, caller, emit } = inner;
    const scenario = await lockScenario(db, caller, input.scenario_id);
    const dataset = await heldDataset(inner, scenario);
    const { num_rows: number, description, mutation_id: mutationId } = input;
    const started = {
      message: `Started generating ${number} new rows for scenario`,
      scenario_id: scenario.id,
      dataset_id: dataset.id,
      num_rows: number,
    };
    const before = await requestedBefore(db, scenario, mutationId);
    if (before) {
      const isSame =
        before.kind === "rows" && before.guidance === (description ?? "") && (await sizeOf(db, before)) === number;
      if (!isSame) throw reused();
      return started;
    }
    const columns = await columnsInDataset(db, dataset);
    const rowIds = await insertRows(db, dataset, await nextOrder(db, dataset), emptyRows(number));
    await touch(db, dataset);
    const event = await startGeneration(db, scenario, {
      kind: "rows",
      rowIds,
      columnIds: columns.filter(({ name }) => isWritten(scenario, name)).map(({ id }) => id),
      guidance: description ?? "",
      model: input.generator_model || scenario.recipe.generator_model,
      mutationId: mutationId ?? null,
      createdBy: caller.userId,
    });
    await emit(event);
    return started;
  });

/**
 * The columns of every scenario, and those described for this one. Other columns of the dataset belong to its users.
 */
const isWritten = ({ recipe }: ScenarioRecord, name: string): boolean =>
  [...writtenColumns, ...recipe.custom_columns.map((column) => column.name)].some(
    (known) => known.toLowerCase() === name.toLowerCase(),
  );

export const addScenarioColumns: Verb<typeof contracts.addScenarioColumns> = (context, input) =>
  inTransaction(context, async (inner) => {
    const { db, caller, emit } = inner;
    const scenario = await lockScenario(db, caller, input.scenario_id);
    const dataset = await heldDataset(inner, scenario);
    const names = input.columns.map(({ name }) => name);
    const started = {
      message: `Started generating ${quantity(names.length, "new column")} for scenario`,
      scenario_id: scenario.id,
      dataset_id: dataset.id,
      columns: names,
    };
    const existing = await columnsInDataset(db, dataset);
    const before = await requestedBefore(db, scenario, input.mutation_id);
    if (before) {
      const made = new Set(existing.filter(({ id }) => before.columnIds.includes(id)).map(({ name }) => name));
      if (before.kind !== "columns" || names.some((name) => !made.has(name))) throw reused();
      return started;
    }
    assertColumns(
      input.columns,
      "columns",
      existing.map(({ name }) => name),
    );
    const rows = await db
      .select({ id: datasetRows.id })
      .from(datasetRows)
      .where(liveRows(dataset))
      .orderBy(asc(datasetRows.order), asc(datasetRows.id));
    if (rows.length === 0) throw invalidField("columns", "The scenario's dataset has no rows to fill the columns for.");
    const newColumns = input.columns.map(({ name, data_type }) => ({ name, dataType: storedType(data_type) }));
    const added = await insertColumns(db, dataset, (existing.at(-1)?.order ?? -1) + 1, newColumns);
    await touch(db, dataset);
    const recipe = { ...scenario.recipe, custom_columns: [...scenario.recipe.custom_columns, ...input.columns] };
    await db.update(scenarios).set({ recipe }).where(eq(scenarios.id, scenario.id));
    const event = await startGeneration(
      db,
      { ...scenario, recipe },
      {
        kind: "columns",
        rowIds: rows.map(({ id }) => id),
        columnIds: added.map(({ id }) => id),
        guidance: "",
        model: input.generator_model || scenario.recipe.generator_model,
        mutationId: input.mutation_id ?? null,
        createdBy: caller.userId,
      },
    );
    await emit(event);
    return started;
  });
