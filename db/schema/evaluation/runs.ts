// Runs over a dataset's rows: of evaluations, and of prompts whose answers fill a column.
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
import { cellOutcomes, evalRunStatuses, experimentTasks, runKinds } from "@/lib/contracts/evaluation/names";
import type { PredictionConfig } from "@/lib/contracts/evaluation/shapes/prediction-config";
import type { AgentTask } from "@/lib/contracts/evaluation/shapes/run-shapes";
import { organizations, users, workspaces } from "../accounts";
import { createdAt, id, jsonb, moment } from "../columns";
import { datasetVersions } from "../dataset-versions";
import { datasets } from "../datasets";

const count = () => integer().notNull().default(0);
const micros = () => bigint({ mode: "number" });

export const evalRuns = pgTable(
  "eval_runs",
  {
    id: id(),
    organizationId: uuid()
      .notNull()
      .references(() => organizations.id),
    workspaceId: uuid()
      .notNull()
      .references(() => workspaces.id),
    datasetId: uuid()
      .notNull()
      .references(() => datasets.id),
    name: text().notNull(),
    status: text({ enum: evalRunStatuses }).notNull().default("pending"),
    /** Why it is paused, or has ended early. */
    reason: text(),
    rowCount: integer().notNull(),
    repeats: integer().notNull().default(1),
    /** Cells that are under way at once, at most. */
    atOnce: integer().notNull(),
    /** The maximum cost; null for no limit. */
    ceilingMicros: micros(),
    /** The expected cost at its start; null if nothing was known. */
    estimateMicros: micros(),
    /** The cost of its cells, including retries and failures. */
    spentMicros: micros().notNull().default(0),
    /** Cost of calls whose answers were lost with a killed process: from the gateway's ledger; until that has them, an average. */
    lostMicros: micros().notNull().default(0),
    /** Whether a process was killed in the midst of it, so that the ledger may know of more. */
    wasInterrupted: boolean().notNull().default(false),
    /** The run whose rows this one grades again. */
    gradesAgain: uuid(),
    /** Of an experiment: where its outputs come from. Null for other runs. */
    task: text({ enum: experimentTasks }),
    /** Of an experiment: the prompt version that makes its outputs, such as `support-reply@v3`. */
    prompt: text(),
    /** Of an experiment: the column that its outputs stand for when they are evaluated. */
    outputColumnId: uuid(),
    /** The version whose rows it works on; null for the rows as they are. */
    datasetVersionId: uuid().references(() => datasetVersions.id),
    /** The step that works on it, so that an abandoned step writes nothing; null between steps. */
    holder: text(),
    /** Counts up with each start and retry: the job's name for its event. */
    round: integer().notNull().default(1),
    cancelRequestedAt: moment(),
    /** When a step last wrote something. */
    progressedAt: moment(),
    startedAt: moment(),
    endedAt: moment(),
    /** The idempotency key of the request. */
    mutationId: text(),
    createdBy: uuid().references(() => users.id),
    createdAt: createdAt(),
  },
  (table) => [
    index("eval_runs_newest").on(table.organizationId, table.createdAt.desc(), table.id),
    index("eval_runs_dataset").on(table.datasetId, table.createdAt.desc(), table.id),
    index("eval_runs_open").on(table.progressedAt).where(sql`${table.status} in ('pending', 'running')`),
    index("eval_runs_experiments")
      .on(table.organizationId, table.createdAt, table.id)
      .where(sql`${table.task} is not null`),
    index("eval_runs_version").on(table.datasetVersionId).where(sql`${table.datasetVersionId} is not null`),
    uniqueIndex("eval_runs_mutation_key")
      .on(table.organizationId, table.mutationId)
      .where(sql`${table.mutationId} is not null`),
  ],
);

/** An evaluation of a run, pinned at the start, and its results so far. */
export const evalRunEvaluations = pgTable(
  "eval_run_evaluations",
  {
    id: id(),
    runId: uuid()
      .notNull()
      .references(() => evalRuns.id, { onDelete: "cascade" }),
    kind: text({ enum: runKinds }).notNull(),
    order: integer().notNull(),
    name: text().notNull(),
    /** The evaluation of an earlier run that it judges further rows for: a calibration counts the verdicts of both. */
    continues: uuid(),
    /** Of an experiment: the task whose outputs it evaluates. Its cells wait for those of the task. */
    judges: uuid(),
    /** The user evaluation metric that it was; null for a prompt. */
    bindingId: uuid(),
    /** Null for a prompt, like all that follows from a template. */
    templateId: uuid(),
    versionNumber: integer(),
    /** Of a composite template, the versions of its parts. */
    childVersions: jsonb().$type<Record<string, number>>().notNull().default({}),
    /** The same for comparable scores: it is on every log too. */
    fingerprint: text().notNull(),
    model: text(),
    params: jsonb().$type<Record<string, unknown>>().notNull().default({}),
    passThreshold: doublePrecision(),
    errorLocalizer: boolean().notNull().default(false),
    /** The template's input → the column's id. */
    mapping: jsonb().$type<Record<string, string>>().notNull().default({}),
    /** Of a prompt. */
    prediction: jsonb().$type<PredictionConfig>(),
    /** Of a task that sends a message to an agent. */
    agent: jsonb().$type<AgentTask>(),
    /** The columns of its values in the dataset. */
    columnId: uuid(),
    reasonColumnId: uuid(),
    /** Cells by outcome; the rest of `cells` is open. */
    cells: count(),
    scored: count(),
    unscored: count(),
    errors: count(),
    answered: count(),
    passed: count(),
    failed: count(),
    /** Scored cells whose score is a number: a label alone has none. */
    numbers: count(),
    scoreSum: doublePrecision().notNull().default(0),
    /** Of the calls whose cost is known; `unpriced` counts the others. */
    costMicros: micros().notNull().default(0),
    /** Cost of the most expensive cell so far: the reservation for the next one. */
    dearestMicros: micros().notNull().default(0),
    /** Answers of models without a price, whose cost is unknown. */
    unpriced: count(),
    /** When it was stopped by itself: its open cells stay open. */
    stoppedAt: moment(),
  },
  (table) => [
    uniqueIndex("eval_run_evaluations_order_key").on(table.runId, table.order),
    index("eval_run_evaluations_binding").on(table.bindingId),
    index("eval_run_evaluations_continues").on(table.continues).where(sql`${table.continues} is not null`),
  ],
);

/** One evaluation of one row, once for each repeat. It is written when it has ended; until then its outcome is null. */
export const evalRunCells = pgTable(
  "eval_run_cells",
  {
    evaluationId: uuid()
      .notNull()
      .references(() => evalRunEvaluations.id, { onDelete: "cascade" }),
    rowId: uuid().notNull(),
    repeat: integer().notNull().default(0),
    runId: uuid().notNull(),
    /** Its place in the run: the rows in their order, for each row the evaluations, for each the repeats. */
    position: integer().notNull(),
    outcome: text({ enum: cellOutcomes }),
    score: doublePrecision(),
    label: text(),
    passed: boolean(),
    /** As the wire shows it. */
    output: jsonb().$type<unknown>(),
    reason: text(),
    /** SHA-256 of the texts that were judged, under which `eval_run_inputs` keeps them: when the row's differ, the score is stale. */
    inputsHash: text(),
    logId: uuid(),
    /** How long a model took for its answer; null if no model was asked, or nobody knows. */
    latencyMs: doublePrecision(),
    /** Null where a part of it is not known. */
    costMicros: micros().default(0),
    attempts: integer().notNull().default(0),
    /** Before when an open cell is not tried again. */
    notBefore: moment(),
    endedAt: moment(),
  },
  (table) => [
    primaryKey({ columns: [table.evaluationId, table.rowId, table.repeat] }),
    // None that knows of the outcome: a cell that ends is written where it stands, without a new entry in any index.
    index("eval_run_cells_position").on(table.runId, table.position),
  ],
);

/** The texts that cells of a dataset's runs were judged by, each once: rows change, and a verdict is shown beside what it is about. */
export const evalRunInputs = pgTable(
  "eval_run_inputs",
  {
    datasetId: uuid()
      .notNull()
      .references(() => datasets.id),
    /** As in the cells. */
    hash: text().notNull(),
    /** Column id to the cell's text. */
    texts: jsonb().$type<Record<string, string>>().notNull(),
  },
  (table) => [primaryKey({ columns: [table.datasetId, table.hash] })],
);
