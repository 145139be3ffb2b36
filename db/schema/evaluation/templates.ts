// Evaluation templates and their versions.
import { sql } from "drizzle-orm";
import { boolean, index, integer, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { evalTypes, templateTypes } from "@/lib/contracts/evaluation/names";
import type { TemplateDefinition } from "@/lib/contracts/evaluation/shapes/definition";
import { organizations, users, workspaces } from "../accounts";
import { createdAt, deletedAt, id, jsonb, updatedAt } from "../columns";

/** The built-in ones have no organization, and ids that follow from their names. */
export const evalTemplates = pgTable(
  "eval_templates",
  {
    id: id(),
    organizationId: uuid().references(() => organizations.id),
    workspaceId: uuid().references(() => workspaces.id),
    name: text().notNull(),
    description: text().notNull().default(""),
    evalType: text({ enum: evalTypes }).notNull(),
    templateType: text({ enum: templateTypes }).notNull().default("single"),
    tags: text().array().notNull().default([]),
    /** Not offered in pickers; runs by its id. */
    hidden: boolean().notNull().default(false),
    draft: boolean().notNull().default(false),
    /** The number of the version that runs unless another is requested. */
    currentVersion: integer().notNull().default(1),
    createdBy: uuid().references(() => users.id),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
    deletedAt: deletedAt(),
  },
  (table) => [
    uniqueIndex("eval_templates_name_key")
      .on(
        sql`coalesce(${table.organizationId}, '00000000-0000-0000-0000-000000000000'::uuid)`,
        sql`lower(${table.name})`,
      )
      .where(sql`${table.deletedAt} is null`),
    index("eval_templates_organization").on(table.organizationId, table.updatedAt),
  ],
);

/** Never changed: a score refers to the version that gave it. */
export const evalTemplateVersions = pgTable(
  "eval_template_versions",
  {
    id: id(),
    templateId: uuid()
      .notNull()
      .references(() => evalTemplates.id),
    number: integer().notNull(),
    definition: jsonb().$type<TemplateDefinition>().notNull(),
    /** SHA-256 of the definition. */
    fingerprint: text().notNull(),
    message: text().notNull().default(""),
    createdBy: uuid().references(() => users.id),
    createdAt: createdAt(),
  },
  (table) => [uniqueIndex("eval_template_versions_number_key").on(table.templateId, table.number)],
);
