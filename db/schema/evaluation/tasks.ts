// Evaluations of spans: tasks that take spans as they arrive or from the past, and the score of each.
import { sql } from "drizzle-orm";
import { bigint, boolean, doublePrecision, index, integer, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { backfillStatuses, outcomes, samplingUnits, taskStatuses } from "@/lib/contracts/evaluation/names";
import type { SpanFilters } from "@/lib/contracts/evaluation/shapes/span-filters";
import type { TraceChoice } from "@/lib/contracts/traces/trace-choice";
import { organizations, users, workspaces } from "../accounts";
import { createdAt, deletedAt, id, jsonb, moment, updatedAt } from "../columns";
import { projects } from "../traces";
import { evalBindings } from "./groups";
import { evalTemplates } from "./templates";

export const evalTasks = pgTable(
  "eval_tasks",
  {
    id: id(),
    organizationId: uuid()
      .notNull()
      .references(() => organizations.id),
    workspaceId: uuid()
      .notNull()
      .references(() => workspaces.id),
    projectId: uuid()
      .notNull()
      .references(() => projects.id),
    name: text().notNull(),
    status: text({ enum: taskStatuses }).notNull().default("active"),
    /** Whether it takes spans as they arrive; else only those of its backfills. */
    continuous: boolean().notNull().default(true),
    filters: jsonb().$type<SpanFilters>().notNull().default({}),
    /** The part that is taken, 0 to 1, decided by a hash of the trace's or the span's id. */
    samplingRate: doublePrecision().notNull().default(1),
    samplingUnit: text({ enum: samplingUnits }).notNull().default("trace"),
    /** When the job was last at it, and why it could not go on then. */
    advancedAt: moment(),
    problem: text(),
    createdBy: uuid().references(() => users.id),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
    deletedAt: deletedAt(),
  },
  (table) => [
    index("eval_tasks_organization").on(table.organizationId, table.createdAt.desc(), table.id),
    // Looked up for arriving spans: which tasks evaluate them.
    index("eval_tasks_takers")
      .on(table.projectId)
      .where(sql`${table.status} = 'active' and ${table.continuous} and ${table.deletedAt} is null`),
  ],
);

/** The task's evaluation of each span, pinned: another version, model or mapping is another evaluation. */
export const evalTaskEvaluations = pgTable(
  "eval_task_evaluations",
  {
    id: id(),
    taskId: uuid()
      .notNull()
      .references(() => evalTasks.id),
    bindingId: uuid()
      .notNull()
      .references(() => evalBindings.id),
    position: integer().notNull(),
    name: text().notNull(),
    templateId: uuid()
      .notNull()
      .references(() => evalTemplates.id),
    versionNumber: integer().notNull(),
    mapping: jsonb().$type<Record<string, unknown>>().notNull(),
    params: jsonb().$type<Record<string, unknown>>().notNull(),
    model: text(),
    errorLocalizer: boolean().notNull().default(false),
    /** SHA-256 of version, model, parameters and mapping: scores of one are comparable. */
    fingerprint: text().notNull(),
    createdAt: createdAt(),
  },
  (table) => [index("eval_task_evaluations_task").on(table.taskId, table.position)],
);

/** Past spans that a task evaluates on request. */
export const evalBackfills = pgTable(
  "eval_backfills",
  {
    id: id(),
    organizationId: uuid().notNull(),
    taskId: uuid()
      .notNull()
      .references(() => evalTasks.id),
    status: text({ enum: backfillStatuses }).notNull().default("running"),
    /** Of spans by their start; null for no bound. */
    since: moment(),
    until: moment(),
    /** Whose spans alone it takes; null for those of the whole project. */
    traces: jsonb().$type<TraceChoice | null>(),
    /** Chosen traces that it has looked at. */
    tracesSeen: integer().notNull().default(0),
    /** Most spans that it takes. */
    maxSpans: integer().notNull(),
    /** Integer micro-dollars; null for none. */
    ceilingMicros: bigint({ mode: "number" }),
    /** Of the calls whose cost is known; `unpriced` counts the others. */
    spentMicros: bigint({ mode: "number" }).notNull().default(0),
    unpriced: integer().notNull().default(0),
    /**
     * The span id up to which it has looked; empty at the beginning, null when it has looked at all. With chosen traces,
     * the last of them that it has looked at (lib/evaluation/tasks/rules/trace-cursor.ts).
     */
    cursor: text().default(""),
    /** Spans looked at, and those of them that were taken. */
    seen: integer().notNull().default(0),
    taken: integer().notNull().default(0),
    /** Why it has ended, where that is not plain. */
    message: text(),
    createdBy: uuid().references(() => users.id),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
    endedAt: moment(),
  },
  (table) => [
    index("eval_backfills_task").on(table.taskId, table.createdAt.desc()),
    index("eval_backfills_running").on(table.updatedAt).where(sql`${table.status} = 'running'`),
  ],
);

/** One evaluation of one span: to do while it has no outcome, and never there twice. */
export const evalSpanScores = pgTable(
  "eval_span_scores",
  {
    organizationId: uuid().notNull(),
    taskId: uuid().notNull(),
    evaluationId: uuid().notNull(),
    projectId: uuid().notNull(),
    spanId: text().notNull(),
    traceId: text().notNull(),
    /** Null for a span that was taken as it arrived. */
    backfillId: uuid(),
    outcome: text({ enum: outcomes }),
    output: jsonb().$type<unknown>(),
    score: doublePrecision(),
    label: text(),
    passed: boolean(),
    reason: text(),
    logId: uuid(),
    /** Of the calls whose cost is known, null before the first attempt; `unpriced` counts the others. */
    costMicros: bigint({ mode: "number" }),
    unpriced: integer().notNull().default(0),
    attempts: integer().notNull().default(0),
    /** Before then it is not tried again. */
    retryAt: moment(),
    createdAt: createdAt(),
    scoredAt: moment(),
  },
  (table) => [
    primaryKey({ columns: [table.evaluationId, table.spanId] }),
    index("eval_span_scores_open").on(table.taskId, table.createdAt).where(sql`${table.outcome} is null`),
    index("eval_span_scores_task").on(table.taskId, table.scoredAt.desc(), table.evaluationId, table.spanId),
    index("eval_span_scores_trace").on(table.projectId, table.traceId),
    // The traces with a rare verdict.
    index("eval_span_scores_verdict").on(table.organizationId, table.passed, table.outcome, table.evaluationId),
  ],
);

/** Spans that have arrived in a project with a task, in order of arrival. */
export const spanMarks = pgTable("span_marks", {
  id: bigint({ mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
  projectId: uuid().notNull(),
  spanId: text().notNull(),
});
