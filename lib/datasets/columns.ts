import type { Database } from "@/db/client";
import { datasetColumns } from "@/db/schema";
import type { Verb } from "@/lib/context";
import { MAX_COLUMNS } from "@/lib/contracts/datasets/datasets";
import type * as contracts from "@/lib/contracts/datasets/table";
import type { ColumnType } from "@/lib/contracts/shapes";
import { invalidField } from "@/lib/errors";
import { inTransaction } from "@/lib/transaction";
import { type ColumnRecord, columnsInDataset, type DatasetRecord, lockDatasetInOrganization, touch } from "./loaders";
import { counted, presentColumn } from "./present";

interface NewColumn {
  id?: string;
  name: string;
  dataType: ColumnType;
}

/** Refuses a name that stands twice, in any case; `field` is where the new ones came from. */
export function assertNewNames(existing: readonly string[], added: readonly string[], field: string): void {
  const taken = new Set(existing.map((name) => name.toLowerCase()));
  for (const [index, name] of added.entries()) {
    if (taken.has(name.toLowerCase()))
      throw invalidField(`${field}.${index}.name`, `A column "${name}" already exists.`);
    taken.add(name.toLowerCase());
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
    return { message: `${counted(columns.length, "column")} added`, data: columns.map(presentColumn) };
  });
