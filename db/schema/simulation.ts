// Test runs: what is tried against an agent, every execution of it, and every turn.
import { sql } from "drizzle-orm";
import {
  bigint,
  boolean,
  doublePrecision,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import { outcomes } from "@/lib/contracts/evaluation/names";
import {
  callEvaluationStatuses,
  callStatuses,
  callVerdicts,
  drivers,
  endCauses,
  executionStatuses,
  faultKinds,
  faultSides,
  rerunTypes,
  turnRoles,
} from "@/lib/contracts/simulation/call-names";
import type {
  Check,
  Fault,
  FaultRule,
  PinnedRow,
  Recordings,
  RunSettings,
  ToolVerdict,
  TurnMessage,
} from "@/lib/contracts/simulation/call-parts";
import { organizations, users, workspaces } from "./accounts";
import { createdAt, deletedAt, id, jsonb, moment, updatedAt } from "./columns";

/** Which scenarios are tried against which agent, and how. Its evaluations are bindings with the target SIMULATE. */
export const runTests = pgTable(
  "run_tests",
  {
    id: id(),
    organizationId: uuid()
      .notNull()
      .references(() => organizations.id),
    workspaceId: uuid()
      .notNull()
      .references(() => workspaces.id),
    name: text().notNull(),
    description: text().notNull().default(""),
    agentDefinitionId: uuid().notNull(),
    /** Null takes the agent's active one when it is run. */
    agentVersionId: uuid(),
    /** In place of each scenario's own. */
    simulatorAgentId: uuid(),
    /** Empty takes all. */
    datasetRowIds: uuid().array().notNull().default([]),
    enableToolEvaluation: boolean().notNull().default(false),
    settings: jsonb().$type<RunSettings>().notNull(),
    createdBy: uuid().references(() => users.id),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
    lastRunAt: moment(),
    deletedAt: deletedAt(),
  },
  (table) => [
    uniqueIndex("run_tests_name_key")
      .on(table.workspaceId, sql`lower(${table.name})`)
      .where(sql`${table.deletedAt} is null`),
    index("run_tests_workspace").on(table.workspaceId, table.createdAt.desc()).where(sql`${table.deletedAt} is null`),
  ],
);

export const runTestScenarios = pgTable(
  "run_test_scenarios",
  {
    runTestId: uuid()
      .notNull()
      .references(() => runTests.id, { onDelete: "cascade" }),
    scenarioId: uuid().notNull(),
    place: integer().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.runTestId, table.scenarioId] }),
    index("run_test_scenarios_scenario").on(table.scenarioId),
  ],
);

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

/** One conversation. */
export const callExecutions = pgTable(
  "call_executions",
  {
    id: id(),
    organizationId: uuid().notNull(),
    workspaceId: uuid().notNull(),
    executionId: uuid()
      .notNull()
      .references(() => testExecutions.id),
    runTestId: uuid().notNull(),
    scenarioId: uuid().notNull(),
    /** Null for a scenario without rows. */
    rowId: uuid(),
    /** 1 for the first trial of its row. */
    repeat: integer().notNull().default(1),
    /** Its place in the execution, from 0. */
    number: integer().notNull(),
    status: text({ enum: callStatuses }).notNull().default("pending"),
    /** As the row was when the run began: column name → cell. */
    row: jsonb().$type<PinnedRow>().notNull().default({}),
    turnCount: integer().notNull().default(0),
    startedAt: moment(),
    endedAt: moment(),
    cause: text({ enum: endCauses }),
    endedReason: text(),
    faults: jsonb().$type<Fault[]>().notNull().default([]),
    /** How the simulated customer's faults were looked for; empty until the call is judged. */
    faultRules: jsonb().$type<FaultRule[]>().notNull().default([]),
    /** Of the fault that decides; null where none does. */
    faultSide: text({ enum: faultSides }),
    faultKind: text({ enum: faultKinds }),
    verdict: text({ enum: callVerdicts }),
    checks: jsonb().$type<Check[]>().notNull().default([]),
    /** The agent's last report of its changes, for checks of the expected state. */
    state: jsonb().$type<Record<string, unknown>>(),
    metrics: jsonb().$type<Record<string, number | null>>().notNull().default({}),
    overallScore: doublePrecision(),
    toolOutputs: jsonb().$type<Record<string, ToolVerdict>>().notNull().default({}),
    /** Micro-dollars of the models called for it, as far as their cost is known; `unpriced` counts the other calls. */
    costMicros: bigint({ mode: "number" }).notNull().default(0),
    unpriced: integer().notNull().default(0),
    /** How often a provider has asked to wait since the last turn. */
    waits: integer().notNull().default(0),
    waitUntil: moment(),
    /** The call whose first turns it has taken over, and how many. */
    forkedFrom: uuid(),
    forkTurn: integer(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
    deletedAt: deletedAt(),
  },
  (table) => [
    uniqueIndex("call_executions_number_key").on(table.executionId, table.number),
    index("call_executions_status").on(table.executionId, table.status, table.number),
    index("call_executions_run_test").on(table.runTestId, table.createdAt.desc(), table.id),
    index("call_executions_open")
      .on(table.updatedAt)
      .where(sql`${table.status} in ('pending', 'queued', 'ongoing', 'analyzing') and ${table.deletedAt} is null`),
  ],
);

/** The turns of a call, each once. */
export const callTurns = pgTable(
  "call_turns",
  {
    callId: uuid()
      .notNull()
      .references(() => callExecutions.id, { onDelete: "cascade" }),
    /** From 0. */
    number: integer().notNull(),
    /** `user` is the simulated customer, `assistant` the agent. */
    role: text({ enum: turnRoles }).notNull(),
    content: text().notNull(),
    messages: jsonb().$type<TurnMessage[]>().notNull(),
    /** Whether it was the script's, not a model's. */
    scripted: boolean().notNull().default(false),
    ends: boolean().notNull().default(false),
    latencyMs: doublePrecision(),
    inputTokens: integer(),
    outputTokens: integer(),
    /** Micro-dollars. */
    costMicros: bigint({ mode: "number" }),
    model: text(),
    /** The trace of the call of the gateway behind it. */
    traceId: text(),
    /** For spoken turns: when, in milliseconds from the call's beginning. */
    startMs: integer(),
    endMs: integer(),
    /** 0 to 1: how sure who wrote it down is of it. */
    confidence: doublePrecision(),
    createdAt: createdAt(),
  },
  (table) => [primaryKey({ columns: [table.callId, table.number] })],
);

/**
 * A call by phone. It is written before it is dialed, so that a process that is killed in between does not dial again, and finds it by
 * its mark.
 */
export const voiceCalls = pgTable(
  "voice_calls",
  {
    callId: uuid()
      .primaryKey()
      .references(() => callExecutions.id, { onDelete: "cascade" }),
    executionId: uuid().notNull(),
    provider: text({ enum: ["vapi", "retell"] }).notNull(),
    /** The provider's metadata of the call. */
    mark: uuid().notNull().defaultRandom(),
    dialedAt: moment().notNull(),
    /** Null until the provider has reported it. */
    providerCallId: text(),
    phoneNumber: text().notNull(),
    /** Whether it may still go on at the provider. */
    isOpen: boolean().notNull().default(true),
    /** Times that it was to be ended there, and was not. */
    hangUps: integer().notNull().default(0),
    recordings: jsonb().$type<Recordings>().notNull().default({}),
    /** Micro-dollars by part. */
    costs: jsonb().$type<Record<string, number>>().notNull().default({}),
    /** Milliseconds, as the provider reports them. */
    latencies: jsonb().$type<Record<string, number>>().notNull().default({}),
    summary: text(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [index("voice_calls_open").on(table.executionId).where(sql`${table.isOpen}`)],
);

/** An evaluation's result for a call, once. */
export const callEvaluations = pgTable(
  "call_evaluations",
  {
    callId: uuid()
      .notNull()
      .references(() => callExecutions.id, { onDelete: "cascade" }),
    evaluationId: uuid()
      .notNull()
      .references(() => testExecutionEvaluations.id, { onDelete: "cascade" }),
    executionId: uuid().notNull(),
    status: text({ enum: callEvaluationStatuses }).notNull().default("pending"),
    outcome: text({ enum: outcomes }),
    output: jsonb().$type<unknown>(),
    label: text(),
    score: doublePrecision(),
    passed: boolean(),
    reason: text().notNull().default(""),
    logId: uuid(),
    fingerprint: text(),
    /** Null where a part of it is not known. */
    costMicros: bigint({ mode: "number" }),
    attempts: integer().notNull().default(0),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    primaryKey({ columns: [table.callId, table.evaluationId] }),
    index("call_evaluations_evaluation").on(table.evaluationId, table.status),
  ],
);

/** A call as it was before it was played again. */
export const callSnapshots = pgTable(
  "call_snapshots",
  {
    id: id(),
    callId: uuid()
      .notNull()
      .references(() => callExecutions.id, { onDelete: "cascade" }),
    rerunType: text({ enum: rerunTypes }).notNull(),
    /** As the call's contract shows it, transcript and evaluations included. */
    call: jsonb().$type<Record<string, unknown>>().notNull(),
    createdAt: createdAt(),
  },
  (table) => [index("call_snapshots_call").on(table.callId, table.createdAt)],
);
