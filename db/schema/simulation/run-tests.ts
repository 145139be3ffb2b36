import { sql } from "drizzle-orm";
import { boolean, index, integer, pgTable, primaryKey, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import type { RunSettings } from "@/lib/contracts/simulation/call-parts";
import { organizations, users, workspaces } from "../accounts";
import { createdAt, deletedAt, id, jsonb, moment, updatedAt } from "../columns";

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
