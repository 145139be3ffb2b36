// Scenarios: what is tried with an agent. Their rows are in a dataset, and are written by jobs that can be killed anywhere.
import { sql } from "drizzle-orm";
import { index, integer, pgTable, primaryKey, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import type { GivenGraph } from "@/lib/contracts/simulation/graph";
import {
  generationKinds,
  generationStatuses,
  graphSources,
  rowStatuses,
  scenarioKinds,
  scenarioSources,
  scenarioStatuses,
} from "@/lib/contracts/simulation/scenario-names";
import type { ScenarioRecipe } from "@/lib/contracts/simulation/scenario-recipe";
import type { TraceChoice, TraceCursor } from "@/lib/contracts/traces/trace-choice";
import { organizations, users, workspaces } from "../accounts";
import { createdAt, deletedAt, id, jsonb, moment, updatedAt } from "../columns";
import { datasets } from "../datasets";

export const scenarios = pgTable(
  "scenarios",
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
    kind: text({ enum: scenarioKinds }).notNull(),
    sourceType: text({ enum: scenarioSources }).notNull(),
    /** A description of its source. */
    source: text().notNull().default(""),
    agentDefinitionId: uuid(),
    agentVersionId: uuid(),
    simulatorAgentId: uuid(),
    datasetId: uuid().references(() => datasets.id),
    status: text({ enum: scenarioStatuses }).notNull().default("Processing"),
    /** Why it could not be made. */
    error: text(),
    /** The request that it was made from. */
    recipe: jsonb().$type<ScenarioRecipe>().notNull(),
    /** The client's own name for the request that made it. */
    mutationId: text(),
    createdBy: uuid().references(() => users.id),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
    deletedAt: deletedAt(),
  },
  (table) => [
    index("scenarios_newest")
      .on(table.workspaceId, table.createdAt.desc(), table.id)
      .where(sql`${table.deletedAt} is null`),
    uniqueIndex("scenarios_mutation_key").on(table.organizationId, table.createdBy, table.mutationId),
  ],
);

/** Its graphs, of which the newest counts. */
export const scenarioGraphs = pgTable(
  "scenario_graphs",
  {
    id: id(),
    scenarioId: uuid()
      .notNull()
      .references(() => scenarios.id),
    version: integer().notNull(),
    graph: jsonb().$type<GivenGraph>().notNull(),
    source: text({ enum: graphSources }).notNull(),
    createdBy: uuid().references(() => users.id),
    createdAt: createdAt(),
    deletedAt: deletedAt(),
  },
  (table) => [uniqueIndex("scenario_graphs_version_key").on(table.scenarioId, table.version)],
);

/** One request for rows or columns to be written. */
export const scenarioGenerations = pgTable(
  "scenario_generations",
  {
    id: id(),
    organizationId: uuid().notNull(),
    scenarioId: uuid()
      .notNull()
      .references(() => scenarios.id),
    datasetId: uuid()
      .notNull()
      .references(() => datasets.id),
    kind: text({ enum: generationKinds }).notNull(),
    /** The columns that are written; existing values are kept. */
    columnIds: uuid().array().notNull(),
    guidance: text().notNull().default(""),
    /** Decides everything that is drawn by lot. */
    seed: integer().notNull(),
    /** The model to call; null calls the configured one, and without one the rows are written without a model. */
    model: text(),
    status: text({ enum: generationStatuses }).notNull().default("running"),
    error: text(),
    /** The traces that its rows are made of, one each; null where rows are written. */
    traces: jsonb().$type<TraceChoice | null>(),
    /** The last trace that it has looked at; null before the first. */
    traceCursor: jsonb().$type<TraceCursor | null>(),
    tracesSeen: integer().notNull().default(0),
    /** Traces without a message of a person, or with a row already. */
    tracesLeftOut: integer().notNull().default(0),
    /** How often it was begun: more than once where failed rows were tried again. */
    round: integer().notNull().default(0),
    mutationId: text(),
    createdBy: uuid(),
    createdAt: createdAt(),
    finishedAt: moment(),
  },
  (table) => [
    uniqueIndex("scenario_generations_mutation_key").on(table.scenarioId, table.mutationId),
    index("scenario_generations_scenario").on(table.scenarioId, table.createdAt),
  ],
);

/** A row that a generation writes, from its place in it to its end: each is written once, even if a process is killed. */
export const generatedRows = pgTable(
  "generated_rows",
  {
    generationId: uuid()
      .notNull()
      .references(() => scenarioGenerations.id),
    rowId: uuid().notNull(),
    /** From 0. */
    place: integer().notNull(),
    /** The branch of the graph that it is to lead into, node by node. */
    branch: text().array().notNull().default([]),
    status: text({ enum: rowStatuses }).notNull().default("pending"),
    /** Why it could not be written. */
    reason: text(),
    attempts: integer().notNull().default(0),
    /** The model that has written it, or `deterministic`. */
    writer: text(),
    updatedAt: updatedAt(),
  },
  (table) => [
    primaryKey({ columns: [table.generationId, table.rowId] }),
    uniqueIndex("generated_rows_place_key").on(table.generationId, table.place),
    index("generated_rows_open").on(table.rowId).where(sql`${table.status} <> 'done'`),
  ],
);
