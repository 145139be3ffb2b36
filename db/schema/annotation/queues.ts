import { sql } from "drizzle-orm";
import {
  type AnyPgColumn,
  boolean,
  date,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import type { SourceLayout } from "@/lib/contracts/annotation/queues/shapes";
import { suggestionModes } from "@/lib/contracts/annotation/suggestions";
import { assignmentStrategies, queueStatuses } from "@/lib/contracts/shapes";
import { organizations, users, workspaces } from "../accounts";
import { createdAt, deletedAt, id, jsonb, updatedAt } from "../columns";
import { labels } from "./labels";

const liveDefault = (table: { isDefault: AnyPgColumn; deletedAt: AnyPgColumn }) =>
  sql`${table.isDefault} and ${table.deletedAt} is null`;

export const queues = pgTable(
  "queues",
  {
    id: id(),
    organizationId: uuid()
      .notNull()
      .references(() => organizations.id),
    workspaceId: uuid()
      .notNull()
      .references(() => workspaces.id),
    name: text().notNull(),
    description: text(),
    instructions: text(),
    status: text({ enum: queueStatuses }).notNull().default("draft"),
    assignmentStrategy: text({ enum: assignmentStrategies }).notNull().default("manual"),
    annotationsRequired: integer().notNull().default(1),
    reservationTimeoutMinutes: integer().notNull().default(60),
    requiresReview: boolean().notNull().default(false),
    autoAssign: boolean().notNull().default(false),
    /** The percentage of an annotator's items that are copies of gold items, and repeats. */
    goldPercent: integer().notNull().default(0),
    repeatPercent: integer().notNull().default(0),
    /** How the desk shows the sources; null for their own layout. */
    sourceLayout: jsonb().$type<SourceLayout>(),
    /** When annotators see suggestions. */
    suggestions: text({ enum: suggestionModes }).notNull().default("after"),
    /** The last day on which all items should be done; a day of UTC. */
    dueDate: date({ mode: "string" }),
    projectId: uuid(),
    datasetId: uuid(),
    agentDefinitionId: uuid(),
    isDefault: boolean().notNull().default(false),
    createdBy: uuid()
      .notNull()
      .references(() => users.id),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
    deletedAt: deletedAt(),
  },
  (table) => [
    uniqueIndex("queues_name_key")
      .on(table.organizationId, table.workspaceId, sql`lower(${table.name})`)
      .where(sql`${table.deletedAt} is null and not ${table.isDefault}`),
    index("queues_organization").on(table.organizationId, table.createdAt),
    index("queues_by_name").on(table.organizationId, sql`lower(${table.name})`),
    index("queues_by_due_date").on(table.organizationId, table.dueDate),
    // A scope has at most one live default queue, also with concurrent requests.
    uniqueIndex("queues_default_project_key").on(table.projectId).where(liveDefault(table)),
    uniqueIndex("queues_default_dataset_key").on(table.datasetId).where(liveDefault(table)),
    uniqueIndex("queues_default_agent_key").on(table.agentDefinitionId).where(liveDefault(table)),
  ],
);

/** Binds a label to a queue. Its id is the wire's binding id. */
export const queueLabels = pgTable(
  "queue_labels",
  {
    id: id(),
    queueId: uuid()
      .notNull()
      .references(() => queues.id, { onDelete: "cascade" }),
    labelId: uuid()
      .notNull()
      .references(() => labels.id),
    required: boolean().notNull().default(false),
    order: integer().notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    uniqueIndex("queue_labels_key").on(table.queueId, table.labelId),
    index("queue_labels_label").on(table.labelId),
  ],
);

export const queueMembers = pgTable(
  "queue_members",
  {
    id: uuid().notNull().default(sql`gen_random_uuid()`),
    queueId: uuid()
      .notNull()
      .references(() => queues.id, { onDelete: "cascade" }),
    userId: uuid()
      .notNull()
      .references(() => users.id),
    roles: text().array().notNull(),
    createdAt: createdAt(),
  },
  (table) => [primaryKey({ columns: [table.queueId, table.userId] }), index("queue_members_user").on(table.userId)],
);
