// The conversations of an execution, and every turn.
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
  endCauses,
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
  ToolVerdict,
  TurnMessage,
} from "@/lib/contracts/simulation/call-parts";
import { createdAt, deletedAt, id, jsonb, moment, updatedAt } from "../columns";
import { testExecutionEvaluations, testExecutions } from "./test-executions";

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
    /** Since the last turn: how often a provider has asked to wait, or a client has received its stored answer again. */
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
    /** Where only the total was reported; else null. */
    totalTokens: integer(),
    /** Micro-dollars. */
    costMicros: bigint({ mode: "number" }),
    model: text(),
    /** The trace of the call of the gateway behind it, or the one that an agent at an address of its own got. */
    traceId: text(),
    /** For spoken turns: when, in milliseconds from the call's beginning. */
    startMs: integer(),
    endMs: integer(),
    /** 0 to 1: how sure who wrote it down is of it. */
    confidence: doublePrecision(),
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({ columns: [table.callId, table.number] }),
    // From a trace to the turn that it answered.
    index("call_turns_trace").on(table.traceId).where(sql`${table.traceId} is not null`),
  ],
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
