// Every evaluation that was made, and what people expected of it.
import { sql } from "drizzle-orm";
import { boolean, doublePrecision, index, integer, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import type { FeedbackValue } from "@/lib/contracts/evaluation/feedback";
import type { Localization } from "@/lib/contracts/evaluation/localization";
import { feedbackActions, logSources, logStatuses, outcomes } from "@/lib/contracts/evaluation/names";
import { organizations, users } from "../accounts";
import { createdAt, deletedAt, id, jsonb, updatedAt } from "../columns";
import { evalTemplates } from "./templates";

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
    /** The prompt version that what is evaluated came from, such as `support-reply@v3`. */
    prompt: text(),
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
