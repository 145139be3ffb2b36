import type { Database } from "@/db/client";
import { findByName } from "@/lib/bounds/normal-form";
import { MAX_COLUMNS } from "@/lib/contracts/datasets/datasets";
import type { ColumnType } from "@/lib/contracts/shapes";
import { invalidField } from "@/lib/errors";
import { insertColumns } from "./columns";
import { type ColumnRecord, columnsInDataset, type DatasetRecord } from "./loaders";

export interface TargetColumn {
  name: string;
  dataType: ColumnType;
}

/** Types that also accept cells of another type; text accepts all. */
const wider: Partial<Record<ColumnType, ColumnType>> = { integer: "float", array: "json" };

/**
 * The dataset's columns of these names, ignoring case. Missing ones are added at the end. The dataset must be locked.
 * Throws a 400 on column_mapping if a column of that name has an incompatible type.
 */
export async function reuseColumns(
  db: Database,
  dataset: DatasetRecord,
  targets: readonly TargetColumn[],
): Promise<ColumnRecord[]> {
  const existing = await columnsInDataset(db, dataset);
  const named = findByName(existing);
  const missing = targets.filter(({ name, dataType }) => {
    const column = named(name);
    if (column && !["text", dataType, wider[dataType]].includes(column.dataType)) {
      const types = `${column.dataType}, which cannot hold ${dataType}`;
      throw invalidField(
        "column_mapping",
        `The dataset's column "${column.name}" is of type ${types}. Choose another name.`,
      );
    }
    return !column;
  });
  if (existing.length + missing.length > MAX_COLUMNS) {
    throw invalidField("column_mapping", `A dataset has at most ${MAX_COLUMNS} columns.`);
  }
  const added = await insertColumns(db, dataset, (existing.at(-1)?.order ?? -1) + 1, missing);
  const known = findByName([...existing, ...added]);
  return targets.flatMap(({ name }) => known(name) ?? []);
}
