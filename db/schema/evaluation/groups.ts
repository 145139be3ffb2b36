import { sql } from "drizzle-orm";
import { boolean, foreignKey, index, integer, pgTable, primaryKey, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { bindingStatuses, bindingTargets } from "@/lib/contracts/evaluation/names";
import { organizations, users, workspaces } from "../accounts";
import { createdAt, deletedAt, id, jsonb, moment, updatedAt } from "../columns";
import { evalTemplates } from "./templates";

/** Named sets of templates. Samples have no organization and are everybody's to see. */
export const evalGroups = pgTable(
  "eval_groups",
  {
    id: id(),
    organizationId: uuid().references(() => organizations.id),
    workspaceId: uuid().references(() => workspaces.id),
    name: text().notNull(),
    description: text(),
    createdBy: uuid().references(() => users.id),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
    deletedAt: deletedAt(),
  },
  (table) => [
    uniqueIndex("eval_groups_name_key")
      .on(sql`coalesce(${table.workspaceId}, '00000000-0000-0000-0000-000000000000'::uuid)`, sql`lower(${table.name})`)
      .where(sql`${table.deletedAt} is null`),
    index("eval_groups_workspace").on(table.workspaceId, table.createdAt),
  ],
);

export const evalGroupMembers = pgTable(
  "eval_group_members",
  {
    groupId: uuid()
      .notNull()
      .references(() => evalGroups.id, { onDelete: "cascade" }),
    templateId: uuid()
      .notNull()
      .references(() => evalTemplates.id),
    addedBy: uuid().references(() => users.id),
    addedAt: moment().notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.groupId, table.templateId] }),
    index("eval_group_members_template").on(table.templateId),
  ],
);

/** A template that is set to run on something, with where its inputs come from: what clients call a user evaluation metric. */
export const evalBindings = pgTable(
  "eval_bindings",
  {
    id: id(),
    organizationId: uuid()
      .notNull()
      .references(() => organizations.id),
    workspaceId: uuid()
      .notNull()
      .references(() => workspaces.id),
    name: text().notNull(),
    templateId: uuid().notNull(),
    /** Null runs the template's current one. */
    versionNumber: integer(),
    groupId: uuid().references(() => evalGroups.id),
    target: text({ enum: bindingTargets }).notNull(),
    targetId: uuid().notNull(),
    /** The template's input → where it comes from. */
    mapping: jsonb().$type<Record<string, unknown>>().notNull(),
    params: jsonb().$type<Record<string, unknown>>().notNull().default({}),
    config: jsonb().$type<Record<string, unknown>>().notNull().default({}),
    model: text(),
    errorLocalizer: boolean().notNull().default(false),
    status: text({ enum: bindingStatuses }).notNull().default("Inactive"),
    createdBy: uuid().references(() => users.id),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
    deletedAt: deletedAt(),
  },
  (table) => [
    foreignKey({ columns: [table.templateId], foreignColumns: [evalTemplates.id], name: "eval_bindings_template_fk" }),
    uniqueIndex("eval_bindings_name_key")
      .on(table.target, table.targetId, sql`lower(${table.name})`)
      .where(sql`${table.deletedAt} is null`),
  ],
);
