// Judges compared with people's annotations of the same sources.
import { sql } from "drizzle-orm";
import { check, doublePrecision, index, integer, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { organizations, users, workspaces } from "../accounts";
import { labels } from "../annotation/labels";
import { queues } from "../annotation/queues";
import { createdAt, deletedAt, id } from "../columns";
import { evalRunEvaluations } from "./runs";
import { evalTaskEvaluations } from "./tasks";

/** What is measured: the figures are computed from the annotations and the run's cells on each request. */
export const evalCalibrations = pgTable(
  "eval_calibrations",
  {
    id: id(),
    organizationId: uuid()
      .notNull()
      .references(() => organizations.id),
    workspaceId: uuid()
      .notNull()
      .references(() => workspaces.id),
    name: text().notNull(),
    queueId: uuid()
      .notNull()
      .references(() => queues.id, { onDelete: "cascade" }),
    labelId: uuid()
      .notNull()
      .references(() => labels.id),
    /** Values of the label that count as passed, as agreement's canonical texts. */
    passValues: text().array().notNull(),
    /** The run's evaluation whose verdicts on rows are measured; null where it is a task's. */
    evaluationId: uuid().references(() => evalRunEvaluations.id, { onDelete: "cascade" }),
    /** The task's evaluation whose verdicts on spans are measured. */
    taskEvaluationId: uuid().references(() => evalTaskEvaluations.id, { onDelete: "cascade" }),
    /** Of that evaluation: the judge that this speaks of, and no other. */
    templateId: uuid().notNull(),
    versionNumber: integer().notNull(),
    fingerprint: text().notNull(),
    model: text(),
    /** The minimum for the lower end of κ's interval, so that the judge can be a gate. */
    leastKappa: doublePrecision().notNull(),
    /** Where disagreements are put to be looked at again; null until they first are. */
    disagreementQueueId: uuid().references(() => queues.id, { onDelete: "set null" }),
    createdBy: uuid().references(() => users.id),
    createdAt: createdAt(),
    deletedAt: deletedAt(),
  },
  (table) => [
    check("eval_calibrations_one_judge", sql`num_nonnulls(${table.evaluationId}, ${table.taskEvaluationId}) = 1`),
    index("eval_calibrations_newest")
      .on(table.organizationId, table.createdAt.desc(), table.id)
      .where(sql`${table.deletedAt} is null`),
    index("eval_calibrations_fingerprint")
      .on(table.organizationId, table.fingerprint, table.createdAt.desc())
      .where(sql`${table.deletedAt} is null`),
  ],
);
