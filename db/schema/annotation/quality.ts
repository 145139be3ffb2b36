// The data for annotators' accuracy: known answers, and the results of the copies so far.
import { boolean, index, integer, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { users } from "../accounts";
import { createdAt, jsonb } from "../columns";
import { queueItems } from "./items";
import { labels } from "./labels";

/** The known answer of a gold item under a label, in the canonical form of scores. */
export const goldAnswers = pgTable(
  "gold_answers",
  {
    itemId: uuid()
      .notNull()
      .references(() => queueItems.id, { onDelete: "cascade" }),
    labelId: uuid()
      .notNull()
      .references(() => labels.id),
    value: jsonb().$type<Record<string, unknown>>().notNull(),
    setBy: uuid()
      .notNull()
      .references(() => users.id),
    createdAt: createdAt(),
  },
  (table) => [primaryKey({ columns: [table.itemId, table.labelId] })],
);

const checkPurposes = ["gold_copy", "repeat"] as const;

/** The counters' entry for a copy's value under a label. */
export const checkResults = pgTable(
  "check_results",
  {
    itemId: uuid().notNull(),
    labelId: uuid().notNull(),
    queueId: uuid().notNull(),
    matches: boolean().notNull(),
  },
  (table) => [primaryKey({ columns: [table.itemId, table.labelId] }), index("check_results_queue").on(table.queueId)],
);

/** Copies that an annotator has answered under a label, and how many of the answers match. Written by the fold alone. */
export const checkCounters = pgTable(
  "check_counters",
  {
    queueId: uuid().notNull(),
    userId: uuid().notNull(),
    labelId: uuid().notNull(),
    purpose: text({ enum: checkPurposes }).notNull(),
    answered: integer().notNull(),
    matching: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.queueId, table.userId, table.labelId, table.purpose] })],
);
