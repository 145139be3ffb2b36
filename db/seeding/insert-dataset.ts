import { randomUUID } from "node:crypto";
import type { ColumnType } from "@/lib/contracts/shapes";
import type { Database } from "../client";
import { datasetColumns, datasetRows, datasets } from "../schema";
import type { SeedScope } from "./seed-scope";

interface DemoDataset {
  id?: string;
  name: string;
  /** Column names with their types, in order. */
  columns: Record<string, ColumnType>;
  /** Column name to cell. */
  rows: readonly Record<string, string>[];
}

/** Inserts a dataset; ids of its rows in order. */
export async function insertDataset(db: Database, scope: SeedScope, dataset: DemoDataset): Promise<string[]> {
  const { organizationId, workspaceId, ownerId, createdAt } = scope;
  const id = dataset.id ?? randomUUID();
  const times = { createdAt, updatedAt: createdAt };
  await db
    .insert(datasets)
    .values({ id, organizationId, workspaceId, name: scope.freeName(dataset.name), createdBy: ownerId, ...times });
  const columns = Object.entries(dataset.columns).map(([name, dataType], order) => ({
    id: randomUUID(),
    datasetId: id,
    name,
    dataType,
    order,
    createdAt,
  }));
  await db.insert(datasetColumns).values(columns);
  const rows = dataset.rows.map((row, order) => ({
    id: randomUUID(),
    datasetId: id,
    organizationId,
    order,
    cells: Object.fromEntries(columns.map((column) => [column.id, row[column.name] ?? ""])),
    ...times,
  }));
  await db.insert(datasetRows).values(rows);
  return rows.map((row) => row.id);
}
