import { sql } from "drizzle-orm";
import { index, integer, pgTable, primaryKey, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import type { ColumnType } from "@/lib/contracts/names";
import { users } from "./accounts";
import { createdAt, deletedAt, id, jsonb } from "./columns";
import { datasets } from "./datasets";

/** A name for a dataset's rows as they were at a moment. */
export const datasetVersions = pgTable(
  "dataset_versions",
  {
    id: id(),
    datasetId: uuid()
      .notNull()
      .references(() => datasets.id),
    /** From 1; not used again after deletion. */
    number: integer().notNull(),
    name: text().notNull(),
    description: text().notNull().default(""),
    /** The columns whose cells it has, in order. */
    columns: jsonb().$type<VersionColumn[]>().notNull(),
    rowCount: integer().notNull(),
    /** Rows that differ from the version before. */
    added: integer().notNull(),
    changed: integer().notNull(),
    removed: integer().notNull(),
    createdBy: uuid().references(() => users.id),
    createdAt: createdAt(),
    deletedAt: deletedAt(),
  },
  (table) => [
    uniqueIndex("dataset_versions_number_key").on(table.datasetId, table.number),
    uniqueIndex("dataset_versions_name_key")
      .on(table.datasetId, sql`lower(${table.name})`)
      .where(sql`${table.deletedAt} is null`),
  ],
);

export interface VersionColumn {
  id: string;
  name: string;
  dataType: ColumnType;
}

/** A row as it was in the versions from `since` to before `until`: what does not change is stored once. */
export const datasetVersionRows = pgTable(
  "dataset_version_rows",
  {
    datasetId: uuid()
      .notNull()
      .references(() => datasets.id),
    rowId: uuid().notNull(),
    since: integer().notNull(),
    /** The first version that has it no longer; null if the newest has it. */
    until: integer(),
    order: integer().notNull(),
    /** As in the dataset's rows, without the verdicts of evaluations. */
    cells: jsonb().$type<Record<string, string>>().notNull(),
    metadata: jsonb().$type<Record<string, unknown>>().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.datasetId, table.rowId, table.since] }),
    index("dataset_version_rows_order").on(table.datasetId, table.order, table.rowId),
  ],
);
