import { sql } from "drizzle-orm";
import {
  bigint,
  boolean,
  doublePrecision,
  index,
  integer,
  pgTable,
  text,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import { drivers, executionStatuses } from "@/lib/contracts/simulation/call-names";
import type { RunSettings } from "@/lib/contracts/simulation/call-parts";
import { users } from "../accounts";
import { createdAt, deletedAt, id, jsonb, moment, updatedAt } from "../columns";
import { runTests } from "./run-tests";

/** The pinned settings of a run, independent of later changes of agent, scenarios and simulator. No secrets. */
export interface PinnedRun {
  /** How many calls a client will have requested in the end. */
  expected_calls?: number;
  agent: {
    id: string;
    name: string;
    type: string;
    version_id: string;
    version: number;
    snapshot: Record<string, unknown>;
  };
  scenarios: Record<
    string,
    {
      name: string;
      description: string;
      kind: string;
      source: string;
      dataset_id: string | null;
      graph: Record<string, unknown> | null;
      simulator: Record<string, unknown>;
    }
  >;
}

/** One run of a run test. */
export const testExecutions = pgTable(
  "test_executions",
  {
    id: id(),
    organizationId: uuid().notNull(),
    workspaceId: uuid().notNull(),
    runTestId: uuid()
      .notNull()
      .references(() => runTests.id),
    status: text({ enum: executionStatuses }).notNull().default("pending"),
    driver: text({ enum: drivers }).notNull(),
    scenarioIds: uuid().array().notNull(),
    pinned: jsonb().$type<PinnedRun>().notNull(),
    settings: jsonb().$type<RunSettings>().notNull(),
    enableToolEvaluation: boolean().notNull(),
    agentVersionId: uuid().notNull(),
    /** SHA-256 of what was pinned: executions with the same value are comparable. */
    fingerprint: text().notNull(),
    /** The idempotency key of the request. */
    idempotencyKey: text(),
    /** Micro-dollars of the calls of models whose cost is known; `unpriced` counts the others. */
    spentMicros: bigint({ mode: "number" }).notNull().default(0),
    unpriced: integer().notNull().default(0),
    error: text(),
    // Calls by their status, as lib/simulation/runs/settle.ts has counted them last.
    totalCalls: integer().notNull().default(0),
    pendingCalls: integer().notNull().default(0),
    ongoingCalls: integer().notNull().default(0),
    analyzingCalls: integer().notNull().default(0),
    completedCalls: integer().notNull().default(0),
    failedCalls: integer().notNull().default(0),
    cancelledCalls: integer().notNull().default(0),
    passedCalls: integer().notNull().default(0),
    failingCalls: integer().notNull().default(0),
    excludedCalls: integer().notNull().default(0),
    unscoredCalls: integer().notNull().default(0),
    /** Rows with a trial that counts. */
    countedRows: integer().notNull().default(0),
    /** Σ over them of (trials that passed − trials that count · pass rate)²: how much trials of a row have in common. */
    rowSquares: doublePrecision().notNull().default(0),
    /** Turns of the agent in all calls that were measured. */
    agentTurns: integer().notNull().default(0),
    /** The mean of the calls' mean latencies; null before any. */
    responseMs: doublePrecision(),
    createdBy: uuid().references(() => users.id),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
    startedAt: moment(),
    endedAt: moment(),
    deletedAt: deletedAt(),
  },
  (table) => [
    index("test_executions_run_test").on(table.runTestId, table.createdAt.desc(), table.id),
    index("test_executions_version").on(table.agentVersionId, table.createdAt.desc()),
    uniqueIndex("test_executions_idempotency_key")
      .on(table.runTestId, table.idempotencyKey)
      .where(sql`${table.idempotencyKey} is not null`),
    index("test_executions_open")
      .on(table.updatedAt)
      .where(sql`${table.status} in ('pending', 'running', 'evaluating', 'cancelling') and ${table.deletedAt} is null`),
  ],
);

/** An evaluation as it was when it was requested. A later one of the same binding is added and replaces nothing. */
export const testExecutionEvaluations = pgTable(
  "test_execution_evaluations",
  {
    id: id(),
    executionId: uuid()
      .notNull()
      .references(() => testExecutions.id, { onDelete: "cascade" }),
    bindingId: uuid().notNull(),
    /** 1 for the first request of the binding. */
    generation: integer().notNull().default(1),
    name: text().notNull(),
    templateId: uuid().notNull(),
    versionNumber: integer().notNull(),
    fingerprint: text().notNull(),
    model: text(),
    mapping: jsonb().$type<Record<string, unknown>>().notNull(),
    params: jsonb().$type<Record<string, unknown>>().notNull(),
    config: jsonb().$type<Record<string, unknown>>().notNull(),
    errorLocalizer: boolean().notNull().default(false),
    createdAt: createdAt(),
  },
  (table) => [uniqueIndex("test_execution_evaluations_key").on(table.executionId, table.bindingId, table.generation)],
);
