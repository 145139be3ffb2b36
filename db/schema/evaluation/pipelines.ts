import { index, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { organizations, users } from "../accounts";
import { createdAt, id } from "../columns";
import { datasets } from "../datasets";
import { projects } from "../traces";

/** A version of an application, whose outputs a pipeline has evaluated: one run for each evaluation. */
export const evalPipelines = pgTable(
  "eval_pipelines",
  {
    id: id(),
    organizationId: uuid()
      .notNull()
      .references(() => organizations.id),
    projectId: uuid()
      .notNull()
      .references(() => projects.id),
    version: text().notNull(),
    /** Has the cases of all versions of the project. */
    datasetId: uuid()
      .notNull()
      .references(() => datasets.id),
    /** In the order of the request. */
    runIds: uuid().array().notNull(),
    createdBy: uuid().references(() => users.id),
    createdAt: createdAt(),
  },
  (table) => [index("eval_pipelines_newest").on(table.organizationId, table.projectId, table.createdAt.desc())],
);
