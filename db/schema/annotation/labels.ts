import { sql } from "drizzle-orm";
import { boolean, index, integer, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { labelTypes } from "@/lib/contracts/shapes";
import { organizations, users, workspaces } from "../accounts";
import { createdAt, deletedAt, id, jsonb, updatedAt } from "../columns";

export const labels = pgTable(
  "labels",
  {
    id: id(),
    organizationId: uuid()
      .notNull()
      .references(() => organizations.id),
    workspaceId: uuid()
      .notNull()
      .references(() => workspaces.id),
    projectId: uuid(),
    name: text().notNull(),
    type: text({ enum: labelTypes }).notNull(),
    settings: jsonb().$type<Record<string, unknown>>().notNull().default({}),
    description: text(),
    allowNotes: boolean().notNull().default(false),
    /** Increases with every change of name, type or settings; scores keep their version. */
    version: integer().notNull().default(1),
    createdBy: uuid().references(() => users.id),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
    deletedAt: deletedAt(),
  },
  (table) => [
    uniqueIndex("labels_name_key")
      .on(
        table.organizationId,
        sql`lower(${table.name})`,
        table.type,
        sql`coalesce(${table.projectId}, '00000000-0000-0000-0000-000000000000'::uuid)`,
      )
      .where(sql`${table.deletedAt} is null`),
    index("labels_organization").on(table.organizationId, table.createdAt),
    index("labels_by_name").on(table.organizationId, sql`lower(${table.name})`),
  ],
);
