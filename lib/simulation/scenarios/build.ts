// Creates a scenario in steps, each of which can be killed and repeated: existing parts are left unchanged.
import { and, asc, eq, isNull, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { datasetRows, datasets, scenarioGenerations, scenarios } from "@/db/schema";
import { transaction } from "@/db/transaction";
import { cut } from "@/lib/bounds/excerpt";
import type { ColumnType } from "@/lib/contracts/shapes";
import type { ScenarioColumnType } from "@/lib/contracts/simulation/scenario-names";
import type { ScenarioRecipe } from "@/lib/contracts/simulation/scenario-recipe";
import { insertColumns } from "@/lib/datasets/columns";
import { insertRows } from "@/lib/datasets/insert-rows";
import { columnsInDataset, type DatasetRecord, datasetInOrganization, liveRows } from "@/lib/datasets/loaders";
import { emptyRows } from "@/lib/datasets/rows";
import { type DomainEvent, storeEvent } from "@/lib/events";
import { whenNotFound } from "@/lib/rejections";
import { startGeneration } from "./generation";
import { holdScenario, type ScenarioRecord } from "./loaders";

export type StepResult = { problem: string | null };
export const DONE: StepResult = { problem: null };

/** Deleted or already finished: nothing is left to do. */
export const isOver = (scenario: ScenarioRecord | null): scenario is null =>
  scenario === null || scenario.status !== "Processing";

/** The scenario's own dataset: a copy, or one without rows. */
export const prepareDataset = (db: Database, organizationId: string, scenarioId: string): Promise<StepResult> =>
  transaction(db, async (tx) => {
    const scenario = await holdScenario(tx, organizationId, scenarioId);
    if (isOver(scenario) || scenario.datasetId) return DONE;
    const source = scenario.recipe.dataset_id
      ? await datasetInOrganization(tx, organizationId, scenario.recipe.dataset_id).catch(whenNotFound(() => null))
      : null;
    if (scenario.recipe.dataset_id && !source) return { problem: "The dataset to copy was deleted." };
    const dataset = await insertScenarioDataset(tx, scenario);
    if (source) await copyRows(tx, source, dataset);
    return DONE;
  });

/** A dataset with the scenario's name, or a similar name if that is taken. The scenario refers to it. */
export async function insertScenarioDataset(tx: Database, scenario: ScenarioRecord): Promise<DatasetRecord> {
  const { organizationId, workspaceId, createdBy } = scenario;
  for (const name of [scenario.name, `${cut(scenario.name, 240)} (${scenario.id.slice(0, 8)})`]) {
    const [dataset] = await tx
      .insert(datasets)
      .values({ organizationId, workspaceId, name, source: "scenario", createdBy })
      .onConflictDoNothing()
      .returning();
    if (!dataset) continue;
    await tx.update(scenarios).set({ datasetId: dataset.id }).where(eq(scenarios.id, scenario.id));
    return dataset;
  }
  throw new Error("no free name was found for the scenario's dataset");
}

async function copyRows(tx: Database, source: DatasetRecord, target: DatasetRecord): Promise<void> {
  const columns = await columnsInDataset(tx, source);
  const copies = columns.map(({ name, dataType }) => ({
    name,
    dataType: name.toLowerCase() === "persona" ? ("persona" as const) : dataType,
  }));
  const copied = await insertColumns(tx, target, 0, copies);
  const names = new Map(copied.map(({ id, name }) => [name, id]));
  const pairs = Object.fromEntries(columns.map(({ id, name }) => [id, names.get(name) ?? id]));
  await tx.execute(sql`
    insert into dataset_rows (dataset_id, organization_id, "order", cells, metadata)
    select ${target.id}::uuid, ${target.organizationId}::uuid, row_number() over (order by r."order", r.id) - 1,
      coalesce((select jsonb_object_agg(p.value, c.value)
        from jsonb_each(r.cells) c join jsonb_each_text(${JSON.stringify(pairs)}::jsonb) p on p.key = c.key), '{}'),
      jsonb_build_object('copied_from', r.id)
    from dataset_rows r where r.dataset_id = ${source.id} and r.deleted_at is null`);
}

const stored: Record<ScenarioColumnType, ColumnType> = {
  text: "text",
  boolean: "boolean",
  integer: "integer",
  float: "float",
  json: "json",
  array: "array",
  datetime: "datetime",
  persona: "persona",
  image: "text",
  images: "text",
  audio: "text",
  document: "text",
  others: "text",
};

/** How a column of a scenario is stored: media and others as text. */
export const storedType = (type: ScenarioColumnType): ColumnType => stored[type];

const WRITTEN: readonly { name: string; dataType: ColumnType }[] = [
  { name: "persona", dataType: "persona" },
  { name: "situation", dataType: "text" },
  { name: "outcome", dataType: "text" },
  { name: "conversation_branch", dataType: "text" },
  { name: "branch_category", dataType: "text" },
];

/**
 * Adds the scenario's missing columns, its rows, and the request that writes them: all in one transaction, and only
 * once.
 */
export const planRows = (db: Database, organizationId: string, scenarioId: string): Promise<DomainEvent | null> =>
  transaction(db, async (tx) => {
    const scenario = await holdScenario(tx, organizationId, scenarioId);
    if (isOver(scenario) || !scenario.datasetId) return null;
    const [known] = await tx
      .select({ id: scenarioGenerations.id })
      .from(scenarioGenerations)
      .where(and(eq(scenarioGenerations.scenarioId, scenario.id), eq(scenarioGenerations.kind, "create")));
    if (known) return null;
    const dataset = await datasetInOrganization(tx, organizationId, scenario.datasetId);
    const written = await writtenColumns(tx, dataset, scenario.recipe);
    const rowIds = scenario.recipe.dataset_id
      ? await rowsIn(tx, dataset)
      : await insertRows(tx, dataset, 0, emptyRows(scenario.recipe.rows));
    const event = await startGeneration(tx, scenario, {
      kind: "create",
      rowIds,
      columnIds: written.map(({ id }) => id),
      guidance: scenario.recipe.custom_instruction,
      model: scenario.recipe.generator_model,
    });
    await storeEvent(tx, event);
    return event;
  });

async function writtenColumns(tx: Database, dataset: DatasetRecord, recipe: ScenarioRecipe) {
  const existing = await columnsInDataset(tx, dataset);
  const requested = [
    ...WRITTEN,
    ...recipe.custom_columns.map(({ name, data_type }) => ({ name, dataType: storedType(data_type) })),
  ];
  const byName = new Map(existing.map((column) => [column.name.toLowerCase(), column]));
  const missing = requested.filter(
    ({ name }, index) =>
      !byName.has(name.toLowerCase()) &&
      requested.findIndex((other) => other.name.toLowerCase() === name.toLowerCase()) === index,
  );
  const added = await insertColumns(tx, dataset, (existing.at(-1)?.order ?? -1) + 1, missing);
  for (const column of added) byName.set(column.name.toLowerCase(), column);
  return requested.flatMap(({ name }) => byName.get(name.toLowerCase()) ?? []);
}

const rowsIn = async (tx: Database, dataset: DatasetRecord): Promise<string[]> =>
  (
    await tx
      .select({ id: datasetRows.id })
      .from(datasetRows)
      .where(liveRows(dataset))
      .orderBy(asc(datasetRows.order), asc(datasetRows.id))
  ).map(({ id }) => id);

/** Stores why a scenario could not be created. A finished scenario stays finished. */
export async function failScenario(db: Database, organizationId: string, scenarioId: string, error: string) {
  await db
    .update(scenarios)
    .set({ status: "Failed", error })
    .where(
      and(
        eq(scenarios.id, scenarioId),
        eq(scenarios.organizationId, organizationId),
        eq(scenarios.status, "Processing"),
        isNull(scenarios.deletedAt),
      ),
    );
}
