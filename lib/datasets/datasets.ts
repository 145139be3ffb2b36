import { and, asc, count, eq, inArray, isNull, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { databaseErrorCode } from "@/db/error-code";
import { datasetColumns, datasetRows, datasets } from "@/db/schema";
import type { Caller, Context, Verb } from "@/lib/context";
import type * as contracts from "@/lib/contracts/datasets/datasets";
import { type DatasetOrdering, modelTypes } from "@/lib/contracts/names";
import { underBothNames } from "@/lib/contracts/spelling";
import { distinctIds } from "@/lib/distinct-ids";
import { invalidField, notFound } from "@/lib/errors";
import { inOrganization } from "@/lib/owned-rows";
import { byName, hasText, orderedBy } from "@/lib/pages";
import { inTransaction } from "@/lib/transaction";
import { assertNewNames, insertColumns } from "./columns";
import { insertRows } from "./insert-rows";
import type { DatasetRecord } from "./loaders";
import { quantity } from "./present";
import { emptyRows } from "./rows";

const taken = (field: string, name: string) => invalidField(field, `A dataset named "${name}" already exists.`);

/** Creates a dataset. Throws a 400 on the field if the organization has one of that name, ignoring case. */
export async function insertDataset(
  db: Database,
  caller: Caller,
  name: string,
  field = "new_dataset_name",
  modelType?: string,
): Promise<DatasetRecord> {
  const [dataset] = await db
    .insert(datasets)
    .values({
      organizationId: caller.organizationId,
      workspaceId: caller.workspaceId,
      name,
      modelType: modelTypes.find((known) => known === modelType) ?? "GenerativeLLM",
      createdBy: caller.userId,
    })
    .onConflictDoNothing()
    .returning();
  if (!dataset) throw taken(field, name);
  return dataset;
}

export const presentCreated = (dataset: DatasetRecord, rows: number, columns: number) =>
  underBothNames({
    message: "Dataset created",
    dataset_id: dataset.id,
    dataset_name: dataset.name,
    dataset_model_type: dataset.modelType,
    rows_created: rows,
    columns_created: columns,
  });

export const createEmptyDataset: Verb<typeof contracts.createEmptyDataset> = (context, input) =>
  inTransaction(context, async ({ db, caller }) => {
    const names = input.columns.map((column) => column.name);
    assertNewNames([], names, "columns");
    const dataset = await insertDataset(db, caller, input.new_dataset_name, "new_dataset_name", input.model_type);
    const columns = input.columns.map(({ name, data_type }) => ({ name, dataType: data_type }));
    await insertColumns(db, dataset, 0, columns);
    const rows = emptyRows(input.row ?? 0);
    await insertRows(db, dataset, 0, rows);
    return presentCreated(dataset, rows.length, columns.length);
  });

const visible = (caller: Caller, search: string | undefined) =>
  and(inOrganization(datasets, caller.organizationId), search ? hasText(datasets.name, search) : undefined);

export const listDatasets: Verb<typeof contracts.listDatasets> = async ({ db, caller }, input) => {
  const where = visible(caller, input.search_text);
  const [[total], found] = await Promise.all([
    db.select({ count: count() }).from(datasets).where(where),
    db
      .select()
      .from(datasets)
      .where(where)
      .orderBy(...orderOf(input.ordering))
      .limit(input.page_size)
      .offset(input.page * input.page_size),
  ]);
  const sizes = await sizesOf(
    db,
    found.map((dataset) => dataset.id),
  );
  const all = total?.count ?? 0;
  return {
    datasets: found.map((dataset) => ({
      id: dataset.id,
      name: dataset.name,
      ...sizes(dataset.id),
      created_at: dataset.createdAt.toISOString(),
      updated_at: dataset.updatedAt.toISOString(),
    })),
    total_pages: Math.max(1, Math.ceil(all / input.page_size)),
    total_count: all,
  };
};

const liveOf = (table: typeof datasetRows | typeof datasetColumns) =>
  sql`(select count(*) from ${table} where ${table.datasetId} = ${datasets.id} and ${table.deletedAt} is null)`;

const orderOf = (ordering: DatasetOrdering = "-created_at") =>
  orderedBy(
    {
      name: byName(datasets.name),
      rows: liveOf(datasetRows),
      columns: liveOf(datasetColumns),
      created_at: datasets.createdAt,
    },
    ordering,
    datasets.id,
  );

async function sizesOf(db: Database, ids: string[]) {
  const liveIn = <T extends typeof datasetRows | typeof datasetColumns>(table: T) =>
    and(inArray(table.datasetId, ids), isNull(table.deletedAt));
  const [rows, columns] = await Promise.all([
    db
      .select({ id: datasetRows.datasetId, count: count() })
      .from(datasetRows)
      .where(liveIn(datasetRows))
      .groupBy(datasetRows.datasetId),
    db
      .select({ id: datasetColumns.datasetId, count: count() })
      .from(datasetColumns)
      .where(liveIn(datasetColumns))
      .groupBy(datasetColumns.datasetId),
  ]);
  const sizeIn = (sizes: typeof rows, id: string): number => sizes.find((size) => size.id === id)?.count ?? 0;
  return (id: string) => ({ number_of_datapoints: sizeIn(rows, id), number_of_columns: sizeIn(columns, id) });
}

export const listDatasetNames: Verb<typeof contracts.listDatasetNames> = async ({ db, caller }, { search_text }) => {
  const found = await db
    .select({ dataset_id: datasets.id, name: datasets.name, model_type: datasets.modelType })
    .from(datasets)
    .where(visible(caller, search_text))
    .orderBy(asc(byName(datasets.name)));
  const named = found.filter(({ name }) => name.toLowerCase() === search_text?.toLowerCase());
  return { datasets: (named.length > 0 ? named : found).map(underBothNames) };
};

export const renameDataset: Verb<typeof contracts.renameDataset> = async ({ db, caller }, input) => {
  try {
    const [dataset] = await db
      .update(datasets)
      .set({ name: input.name })
      .where(and(visible(caller, undefined), eq(datasets.id, input.dataset_id)))
      .returning();
    if (!dataset) throw notFound("Dataset not found.");
    return { message: "Dataset renamed", dataset_id: dataset.id, dataset_name: dataset.name };
  } catch (error) {
    throw databaseErrorCode(error) === "23505" ? taken("name", input.name) : error;
  }
};

export const deleteDatasets: Verb<typeof contracts.deleteDatasets> = (context, input) =>
  inTransaction(context, async (inner) => {
    const ids = distinctIds(input.dataset_ids);
    await lockAll(inner, ids);
    const deletedAt = inner.now();
    await inner.db.update(datasets).set({ deletedAt }).where(inArray(datasets.id, ids));
    // Its rows are deleted too, because a queue that has one checks the row, not the dataset.
    await inner.db
      .update(datasetRows)
      .set({ deletedAt })
      .where(and(inArray(datasetRows.datasetId, ids), isNull(datasetRows.deletedAt)));
    return { message: `${quantity(ids.length, "dataset")} deleted`, deleted: ids.length };
  });

/** Locks the datasets, in one order for all callers. Throws if one is not the organization's. */
async function lockAll({ db, caller }: Context, ids: string[]): Promise<void> {
  const locked = await db
    .select({ id: datasets.id })
    .from(datasets)
    .where(and(visible(caller, undefined), inArray(datasets.id, ids)))
    .orderBy(asc(datasets.id))
    .for("update");
  if (locked.length < ids.length) throw notFound("Dataset not found.");
}
