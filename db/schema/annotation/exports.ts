import { customType, index, integer, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import type { ExportFilters } from "@/lib/contracts/annotation/exported";
import { exportFormats, exportStatuses } from "@/lib/contracts/shapes";
import { users } from "../accounts";
import { createdAt, id, jsonb, moment } from "../columns";
import { queues } from "./queues";

const bytes = customType<{ data: Uint8Array; driverData: Uint8Array }>({ dataType: () => "bytea" });

/** A queue's export that is written in the background, part by part. */
export const queueExports = pgTable(
  "queue_exports",
  {
    id: id(),
    organizationId: uuid().notNull(),
    queueId: uuid()
      .notNull()
      .references(() => queues.id, { onDelete: "cascade" }),
    requestedBy: uuid()
      .notNull()
      .references(() => users.id),
    format: text({ enum: exportFormats }).notNull(),
    statusFilter: text(),
    filters: jsonb().$type<ExportFilters>().notNull().default({}),
    /** The columns of the items' sources that a CSV file has at its end: lib/annotation/export/source-columns.ts. */
    sourceColumns: jsonb()
      .$type<
        {
          name: string;
          cells: { datasetId: string; columnId: string }[];
          text?: "name" | "trace_id" | "input" | "output";
        }[]
      >()
      .notNull()
      .default([]),
    status: text({ enum: exportStatuses }).notNull().default("queued"),
    itemsTotal: integer().notNull().default(0),
    itemsDone: integer().notNull().default(0),
    error: text(),
    createdAt: createdAt(),
    finishedAt: moment(),
  },
  (table) => [index("queue_exports_newest").on(table.queueId, table.createdAt.desc()).concurrently()],
);

export const queueExportParts = pgTable(
  "queue_export_parts",
  {
    exportId: uuid()
      .notNull()
      .references(() => queueExports.id, { onDelete: "cascade" }),
    part: integer().notNull(),
    content: bytes().notNull(),
    items: integer().notNull(),
    /** The last item, after which the next part begins; null in the last part. */
    cursor: jsonb().$type<{ order: number; id: string }>(),
  },
  (table) => [primaryKey({ columns: [table.exportId, table.part] })],
);
