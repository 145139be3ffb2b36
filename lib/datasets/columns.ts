import { and, eq, isNull } from "drizzle-orm";
import type { Database } from "@/db/client";
import { datasetColumns } from "@/db/schema";
import { nameKey } from "@/lib/bounds/normal-form";
import type { Verb } from "@/lib/context";
import type * as contracts from "@/lib/contracts/datasets/columns";
import { MAX_COLUMNS } from "@/lib/contracts/datasets/datasets";
import type { ColumnType } from "@/lib/contracts/shapes";
import { invalidField, notFound } from "@/lib/errors";
import { inTransaction } from "@/lib/transaction";
import { type ColumnRecord, columnsInDataset, type DatasetRecord, lockDatasetInOrganization, touch } from "./loaders";
import { presentColumn, quantity } from "./present";

interface NewColumn extends Partial<Pick<ColumnRecord, "id" | "origin" | "sourceId" | "prediction">> {
  name: string;
  dataType: ColumnType;
}

/** Refuses a duplicate name, ignoring case. `field` is the field with the new names; null for a single name. */
export function assertNewNames(existing: readonly string[], added: readonly string[], field: string | null): void {
  const taken = new Set(existing.map(nameKey));
  for (const [index, name] of added.entries()) {
    if (taken.has(nameKey(name)))
      throw invalidField(field === null ? "name" : `${field}.${index}.name`, `A column "${name}" already exists.`);
    taken.add(nameKey(name));
  }
}

export async function insertColumns(
  db: Database,
  dataset: DatasetRecord,
  first: number,
  columns: readonly NewColumn[],
): Promise<ColumnRecord[]> {
  if (columns.length === 0) return [];
  const rows = columns.map((column, index) => ({ ...column, datasetId: dataset.id, order: first + index }));
  const stored = await db.insert(datasetColumns).values(rows).returning();
  return stored.toSorted((left, right) => left.order - right.order);
}

export const addColumns: Verb<typeof contracts.addColumns> = (context, input) =>
  inTransaction(context, async ({ db, caller }) => {
    const dataset = await lockDatasetInOrganization(db, caller.organizationId, input.dataset_id);
    const existing = await columnsInDataset(db, dataset);
    const added = input.new_columns_data.map(({ name, data_type }) => ({ name, dataType: data_type }));
    if (existing.length + added.length > MAX_COLUMNS) {
      throw invalidField("new_columns_data", `A dataset has at most ${MAX_COLUMNS} columns.`);
    }
    assertNewNames(
      existing.map((column) => column.name),
      added.map((column) => column.name),
      "new_columns_data",
    );
    const columns = await insertColumns(db, dataset, (existing.at(-1)?.order ?? -1) + 1, added);
    await touch(db, dataset);
    return { message: `${quantity(columns.length, "column")} added`, data: columns.map(presentColumn) };
  });

/**
 * Adds columns that a run fills, at the end. The dataset must be locked. Throws a 400 on `field` if a name is taken.
 */
export async function addOwnColumns(
  db: Database,
  dataset: DatasetRecord,
  columns: readonly NewColumn[],
  field: string,
): Promise<ColumnRecord[]> {
  const existing = await columnsInDataset(db, dataset);
  if (existing.length + columns.length > MAX_COLUMNS)
    throw invalidField(field, `A dataset has at most ${MAX_COLUMNS} columns.`);
  assertNewNames(
    existing.map(({ name }) => name),
    columns.map(({ name }) => name),
    null,
  );
  const stored = await insertColumns(db, dataset, (existing.at(-1)?.order ?? -1) + 1, columns);
  await touch(db, dataset);
  return stored;
}

/** Mappings to the column report that it was deleted. Its cells are kept but hidden. */
export const deleteColumn: Verb<typeof contracts.deleteColumn> = (context, input) =>
  inTransaction(context, async ({ db, caller, now }) => {
    const dataset = await lockDatasetInOrganization(db, caller.organizationId, input.dataset_id);
    const live = and(
      eq(datasetColumns.datasetId, dataset.id),
      eq(datasetColumns.id, input.column_id),
      isNull(datasetColumns.deletedAt),
    );
    const gone = await db.update(datasetColumns).set({ deletedAt: now() }).where(live);
    if (gone.count === 0) throw notFound("Column not found.");
    await touch(db, dataset);
    return { message: "Column deleted" };
  });
