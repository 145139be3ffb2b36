// Evaluation: the questions that can be asked about an answer, and every evaluation that was made.
import { sql } from "drizzle-orm";
import {
  boolean,
  doublePrecision,
  foreignKey,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import type { TemplateDefinition } from "@/lib/contracts/evaluation/definition";
import type { FeedbackValue } from "@/lib/contracts/evaluation/feedback";
import type { Localization } from "@/lib/contracts/evaluation/localization";
import {
  bindingStatuses,
  bindingTargets,
  evalTypes,
  feedbackActions,
  logSources,
  logStatuses,
  outcomes,
  templateTypes,
} from "@/lib/contracts/evaluation/names";
import { organizations, users, workspaces } from "./accounts";
import { createdAt, deletedAt, id, jsonb, moment, updatedAt } from "./columns";

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

/** One run of a template. */
export const evalLogs = pgTable(
  "eval_logs",
  {
    id: id(),
    organizationId: uuid().notNull(),
    workspaceId: uuid().notNull(),
    templateId: uuid()
      .notNull()
      .references(() => evalTemplates.id),
    versionNumber: integer().notNull(),
    datasetId: uuid(),
    rowId: uuid(),
    bindingId: uuid(),
    source: text({ enum: logSources }).notNull(),
    status: text({ enum: logStatuses }).notNull(),
    outcome: text({ enum: outcomes }).notNull(),
    mapping: jsonb().$type<Record<string, unknown>>().notNull(),
    inputTypes: jsonb().$type<Record<string, unknown>>().notNull().default({}),
    params: jsonb().$type<Record<string, unknown>>().notNull().default({}),
    /** As the wire shows it: text, a number, a list or an object. */
    output: jsonb().$type<unknown>(),
    /** The value for filtering and sorting: the output's label or text; null if there is none. */
    label: text(),
    /** The part of the output that counts; null if there is no score. */
    score: doublePrecision(),
    passed: boolean(),
    reason: text().notNull().default(""),
    warnings: jsonb().$type<unknown[]>().notNull().default([]),
    model: text(),
    metadata: jsonb().$type<Record<string, unknown>>(),
    /** The judge's answer, word for word. */
    rawAnswer: text(),
    /** SHA-256 of version, model, parameters and the names of the mapped inputs: scores of one are comparable. */
    fingerprint: text().notNull(),
    executionMs: doublePrecision().notNull(),
    errorLocalizer: boolean().notNull().default(false),
    /** Which parts of its inputs made it fail, if that was requested. */
    localization: jsonb().$type<Localization>(),
    createdBy: uuid(),
    createdAt: createdAt(),
    deletedAt: deletedAt(),
  },
  (table) => [
    index("eval_logs_newest")
      .on(table.organizationId, table.createdAt.desc(), table.id)
      .where(sql`${table.deletedAt} is null`),
    index("eval_logs_template")
      .on(table.organizationId, table.templateId, table.createdAt.desc(), table.id)
      .where(sql`${table.deletedAt} is null`),
    index("eval_logs_score_up")
      .on(table.organizationId, table.templateId, table.score, table.createdAt.desc(), table.id)
      .where(sql`${table.deletedAt} is null`),
    index("eval_logs_score_down")
      .on(table.organizationId, table.templateId, table.score.desc().nullsLast(), table.createdAt.desc(), table.id)
      .where(sql`${table.deletedAt} is null`),
    // Of the beginning alone: an index takes no long texts.
    index("eval_logs_label_up")
      .on(
        table.organizationId,
        table.templateId,
        sql`left(lower(${table.label}), 200)`,
        table.createdAt.desc(),
        table.id,
      )
      .where(sql`${table.deletedAt} is null`),
    index("eval_logs_label_down")
      .on(
        table.organizationId,
        table.templateId,
        sql`left(lower(${table.label}), 200) desc nulls last`,
        table.createdAt.desc(),
        table.id,
      )
      .where(sql`${table.deletedAt} is null`),
    index("eval_logs_dataset")
      .on(table.organizationId, table.datasetId, table.createdAt.desc(), table.id)
      .where(sql`${table.deletedAt} is null and ${table.datasetId} is not null`),
  ],
);

/** People's expected results of a run, one per person and run. */
export const evalFeedback = pgTable(
  "eval_feedback",
  {
    id: id(),
    organizationId: uuid()
      .notNull()
      .references(() => organizations.id),
    templateId: uuid()
      .notNull()
      .references(() => evalTemplates.id),
    logId: uuid()
      .notNull()
      .references(() => evalLogs.id),
    userId: uuid()
      .notNull()
      .references(() => users.id),
    action: text({ enum: feedbackActions }).notNull(),
    /** The output that would have been right, as the template gives it. */
    value: jsonb().$type<FeedbackValue>().notNull(),
    explanation: text().notNull().default(""),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    uniqueIndex("eval_feedback_log_key").on(table.logId, table.userId),
    index("eval_feedback_template").on(table.organizationId, table.templateId, table.logId),
  ],
);

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
