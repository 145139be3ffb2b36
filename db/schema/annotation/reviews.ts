import { sql } from "drizzle-orm";
import { boolean, index, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { commentActions, threadActions, threadStatuses } from "@/lib/contracts/shapes";
import { users } from "../accounts";
import { id, jsonb, moment, updatedAt } from "../columns";
import { queueItems } from "./items";
import { labels } from "./labels";

const itemId = () =>
  uuid()
    .notNull()
    .references(() => queueItems.id, { onDelete: "cascade" });
// The clock, not the transaction's start, so that the writes of one request keep their order.
const writtenAt = () => moment().notNull().default(sql`clock_timestamp()`);

/** A discussion of an item, of one of its labels, or of an annotator's value under a label. */
export const reviewThreads = pgTable(
  "review_threads",
  {
    id: id(),
    itemId: itemId(),
    action: text({ enum: threadActions }).notNull(),
    labelId: uuid().references(() => labels.id),
    /** The annotator that it is for; null for everybody who works on the item. */
    targetAnnotatorId: uuid().references(() => users.id),
    /** Blocks approval while open or reopened. */
    blocking: boolean().notNull().default(false),
    status: text({ enum: threadStatuses }).notNull().default("open"),
    createdBy: uuid()
      .notNull()
      .references(() => users.id),
    addressedAt: moment(),
    resolvedAt: moment(),
    reopenedAt: moment(),
    createdAt: writtenAt(),
    updatedAt: updatedAt(),
  },
  (table) => [index("review_threads_item").on(table.itemId)],
);

export const reviewComments = pgTable(
  "review_comments",
  {
    id: id(),
    threadId: uuid()
      .notNull()
      .references(() => reviewThreads.id, { onDelete: "cascade" }),
    authorId: uuid()
      .notNull()
      .references(() => users.id),
    action: text({ enum: commentActions }).notNull(),
    comment: text().notNull(),
    mentionedUserIds: uuid().array().notNull().default([]),
    createdAt: writtenAt(),
  },
  (table) => [index("review_comments_thread").on(table.threadId)],
);

/** The last decision on an item and its changes, which can be undone until something else happens there. */
export const reviewDecisions = pgTable("review_decisions", {
  itemId: itemId().primaryKey(),
  reviewerId: uuid()
    .notNull()
    .references(() => users.id),
  action: text({ enum: ["approve", "request_changes"] }).notNull(),
  /** Rows of the item, its seats and its threads as they were: lib/annotation/review/undo-review.ts. */
  before: jsonb().$type<Record<string, unknown>>().notNull(),
  /** All scores of the item at the time of the decision. */
  fingerprint: text().notNull(),
  undoneAt: moment(),
});

/** The value of an item under a label that a reviewer settled, whatever its annotators answered. */
export const adjudications = pgTable(
  "adjudications",
  {
    itemId: itemId(),
    labelId: uuid()
      .notNull()
      .references(() => labels.id),
    /** Canonical form: lib/annotation/labels/rules/label-value.ts. Null once it was taken back. */
    value: jsonb().$type<Record<string, unknown>>(),
    notes: text().notNull().default(""),
    resolvedBy: uuid()
      .notNull()
      .references(() => users.id),
    resolvedAt: moment().notNull(),
    /** The earlier values, oldest first; a null value if it had been taken back. */
    history: jsonb().$type<{ value: unknown; notes: string; by: string; at: string }[]>().notNull().default([]),
  },
  (table) => [primaryKey({ columns: [table.itemId, table.labelId] })],
);
