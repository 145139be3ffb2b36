import { sql } from "drizzle-orm";
import { index, integer, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import type { FileForm } from "@/lib/contracts/datasets/file-form";
import type { PredictionConfig } from "@/lib/contracts/evaluation/shapes/prediction-config";
import { columnOrigins, columnTypes, datasetSources, modelTypes } from "@/lib/contracts/names";
import { traceImportStatuses } from "@/lib/contracts/traces/names";
import type { TraceFilters } from "@/lib/contracts/traces/trace-filters";
import { organizations, users, workspaces } from "./accounts";
import { createdAt, deletedAt, id, jsonb, moment, updatedAt } from "./columns";

export const datasets = pgTable(
  "datasets",
  {
    id: id(),
    organizationId: uuid()
      .notNull()
      .references(() => organizations.id),
    workspaceId: uuid()
      .notNull()
      .references(() => workspaces.id),
    name: text().notNull(),
    /** Its origin: made by people and files, or the rows of a scenario. */
    source: text({ enum: datasetSources }).notNull().default("dataset"),
    modelType: text({ enum: modelTypes }).notNull().default("GenerativeLLM"),
    /** How the CSV file was written from which it was made. */
    fileForm: jsonb().$type<FileForm | null>(),
    createdBy: uuid().references(() => users.id),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
    deletedAt: deletedAt(),
  },
  (table) => [
    uniqueIndex("datasets_name_key")
      .on(table.organizationId, sql`lower(${table.name})`)
      .where(sql`${table.deletedAt} is null`),
    index("datasets_by_age").on(table.organizationId, table.createdAt),
  ],
);

export const datasetColumns = pgTable(
  "dataset_columns",
  {
    id: id(),
    datasetId: uuid()
      .notNull()
      .references(() => datasets.id),
    name: text().notNull(),
    dataType: text({ enum: columnTypes }).notNull(),
    order: integer().notNull(),
    origin: text({ enum: columnOrigins }).notNull().default("OTHERS"),
    /** The evaluation whose values it has, as it is bound to the dataset. */
    sourceId: uuid(),
    /** Of the run whose cells it shows, the evaluation or prompt; null before the first run. */
    shownEvaluationId: uuid(),
    /** The prompt with which a model fills it. */
    prediction: jsonb().$type<PredictionConfig>(),
    createdAt: createdAt(),
    deletedAt: deletedAt(),
  },
  (table) => [
    uniqueIndex("dataset_columns_name_key")
      .on(table.datasetId, sql`lower(${table.name})`)
      .where(sql`${table.deletedAt} is null`),
  ],
);

export const datasetRows = pgTable(
  "dataset_rows",
  {
    id: id(),
    datasetId: uuid()
      .notNull()
      .references(() => datasets.id),
    organizationId: uuid().notNull(),
    order: integer().notNull(),
    /** Column id to the cell's text; a column that is absent has no cell in the row, which is not an empty text. */
    cells: jsonb().$type<Record<string, string>>().notNull().default({}),
    metadata: jsonb().$type<Record<string, unknown>>().notNull().default({}),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
    deletedAt: deletedAt(),
  },
  (table) => [
    index("dataset_rows_order").on(table.datasetId, table.order).where(sql`${table.deletedAt} is null`),
    // Where an export of a queue finds the rows that it made before.
    index("dataset_rows_item")
      .on(table.datasetId, sql`(${table.metadata} ->> 'queue_item_id')`)
      .where(sql`${table.deletedAt} is null and ${table.metadata} ->> 'queue_item_id' is not null`),
    // Whether a row was taken from a trace, which is then kept.
    index("dataset_rows_source")
      .on(table.organizationId, sql`(${table.metadata} ->> 'source_id')`)
      .where(sql`${table.deletedAt} is null and ${table.metadata} ->> 'source_id' is not null`),
  ],
);

/** Traces that are added to a dataset: as rows, once each. */
export const traceImports = pgTable(
  "trace_imports",
  {
    id: id(),
    organizationId: uuid().notNull(),
    datasetId: uuid()
      .notNull()
      .references(() => datasets.id),
    requestedBy: uuid()
      .notNull()
      .references(() => users.id),
    status: text({ enum: traceImportStatuses }).notNull().default("running"),
    /** The filters of the traces; null for named ones. */
    filters: jsonb().$type<TraceFilters | null>(),
    /** What fills which column. */
    mapping: jsonb().$type<{ columnId: string; path: string | null }[]>().notNull(),
    /** The last trace that it has read; null before the first. */
    cursor: jsonb().$type<{ startedAt: string; id: string } | null>(),
    looked: integer().notNull().default(0),
    added: integer().notNull().default(0),
    duplicates: integer().notNull().default(0),
    empty: integer().notNull().default(0),
    message: text(),
    createdAt: createdAt(),
    progressedAt: moment().notNull().defaultNow(),
    endedAt: moment(),
  },
  (table) => [index("trace_imports_open").on(table.progressedAt).where(sql`${table.status} = 'running'`)],
);
