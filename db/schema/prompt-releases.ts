// Evidence on which labels of prompts move: what a gate wants, and the experiments that show it.
import { boolean, doublePrecision, index, pgTable, primaryKey, uuid } from "drizzle-orm/pg-core";
import { users } from "./accounts";
import { createdAt, id, jsonb, updatedAt } from "./columns";
import { datasetVersions } from "./dataset-versions";
import { datasets } from "./datasets";
import { evalRuns } from "./evaluation/runs";
import { prompts, promptVersions } from "./prompts";

/** What it takes to move a label of a prompt. */
export const promptGates = pgTable(
  "prompt_gates",
  {
    promptId: uuid()
      .notNull()
      .references(() => prompts.id),
    labelId: uuid().notNull(),
    datasetId: uuid()
      .notNull()
      .references(() => datasets.id),
    datasetVersionId: uuid()
      .notNull()
      .references(() => datasetVersions.id),
    outputColumnId: uuid().notNull(),
    evaluationIds: jsonb().$type<string[]>().notNull(),
    /** The smallest loss that matters. */
    margin: doublePrecision().notNull(),
    power: doublePrecision().notNull(),
    allowUncalibrated: boolean().notNull(),
    setBy: uuid().references(() => users.id),
    updatedAt: updatedAt(),
  },
  (table) => [primaryKey({ columns: [table.promptId, table.labelId] })],
);

/** Two experiments that compare the version of a label with the one that it shall point to. */
export const promptReleases = pgTable(
  "prompt_releases",
  {
    id: id(),
    promptId: uuid()
      .notNull()
      .references(() => prompts.id),
    labelId: uuid().notNull(),
    formerId: uuid()
      .notNull()
      .references(() => promptVersions.id, { onDelete: "cascade" }),
    candidateId: uuid()
      .notNull()
      .references(() => promptVersions.id, { onDelete: "cascade" }),
    baselineRunId: uuid()
      .notNull()
      .references(() => evalRuns.id),
    candidateRunId: uuid()
      .notNull()
      .references(() => evalRuns.id),
    createdBy: uuid().references(() => users.id),
    createdAt: createdAt(),
  },
  (table) => [index("prompt_releases_newest").on(table.promptId, table.createdAt, table.id)],
);
