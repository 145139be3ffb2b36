// What happens to traces as they arrive: rules that mask their texts, and feedback of an application's users.
import { sql } from "drizzle-orm";
import { bigint, doublePrecision, index, integer, pgTable, text, unique, uuid } from "drizzle-orm/pg-core";
import { feedbackTargets } from "@/lib/contracts/names";
import type { MaskingRule } from "@/lib/contracts/traces/masking";
import { organizations, users } from "./accounts";
import { createdAt, id, jsonb, moment, updatedAt } from "./columns";
import { projects } from "./traces";

export const maskingRules = pgTable(
  "masking_rules",
  {
    id: id(),
    organizationId: uuid()
      .notNull()
      .references(() => organizations.id),
    projectId: uuid()
      .notNull()
      .references(() => projects.id, { onDelete: "cascade" }),
    name: text().notNull(),
    /** In the order in which they run. */
    position: integer().notNull(),
    rule: jsonb().$type<MaskingRule>().notNull(),
    /** How many values it has masked. */
    masked: bigint({ mode: "number" }).notNull().default(0),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [unique("masking_rules_name_key").on(table.projectId, table.name)],
);

/** Publishable: applications show them to their users, so they are stored as they are. */
export const feedbackKeys = pgTable(
  "feedback_keys",
  {
    id: id(),
    organizationId: uuid()
      .notNull()
      .references(() => organizations.id),
    projectId: uuid()
      .notNull()
      .references(() => projects.id, { onDelete: "cascade" }),
    name: text().notNull(),
    key: text().notNull(),
    createdBy: uuid().references(() => users.id),
    createdAt: createdAt(),
    revokedAt: moment(),
  },
  (table) => [
    unique("feedback_keys_key_key").on(table.key),
    index("feedback_keys_project").on(table.projectId, table.createdAt),
  ],
);

/** What a user said, until it is a score of what it is about. */
export const feedback = pgTable(
  "feedback",
  {
    id: id(),
    organizationId: uuid().notNull(),
    projectId: uuid()
      .notNull()
      .references(() => projects.id, { onDelete: "cascade" }),
    /** The client's name for it: the same one has one effect. */
    requestId: text().notNull(),
    targetType: text({ enum: feedbackTargets }).notNull(),
    /** OpenTelemetry's id of the trace or span, or the application's id of the session. */
    targetId: text().notNull(),
    thumbs: text({ enum: ["up", "down"] }),
    number: doublePrecision(),
    comment: text(),
    createdAt: createdAt(),
    /** When it became scores; null while its target has not arrived. */
    attachedAt: moment(),
  },
  (table) => [
    unique("feedback_request_key").on(table.projectId, table.requestId),
    index("feedback_waiting").on(table.projectId, table.createdAt).where(sql`${table.attachedAt} is null`),
    index("feedback_created").on(table.createdAt),
    index("feedback_project").on(table.projectId, table.createdAt),
  ],
);
