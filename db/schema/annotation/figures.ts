// What reports are read from, so that reading costs the same at a hundred items and at a million. Triggers mark each item that
// changes (db/functions/marks.sql). A fold takes marks away, and brings what their items count for from what it was at the
// fold before to what it is now (db/functions/figures.sql). The function `figures` adds to what is folded what is still marked.
import { bigint, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { jsonb } from "../columns";

/** Items that have changed since their last fold, in the order in which they did. */
export const itemMarks = pgTable(
  "item_marks",
  {
    queueId: uuid().notNull(),
    id: bigint({ mode: "number" }).notNull().generatedAlwaysAsIdentity(),
    itemId: uuid().notNull(),
  },
  (table) => [primaryKey({ columns: [table.queueId, table.id] })],
);

/** What each item counted for at its last fold: figure, and subject unless it is the queue → key → how much. */
export const itemContributions = pgTable(
  "item_contributions",
  {
    queueId: uuid().notNull(),
    itemId: uuid().notNull(),
    figures: jsonb().$type<Record<string, Record<string, number>>>().notNull(),
  },
  (table) => [primaryKey({ columns: [table.queueId, table.itemId] })],
);

/**
 * Sums over the items of a queue. By figure, whose it is, and its keys:
 * - `items`: the queue's live work, by state. `in_review` and `needs_changes` are not part of `in_progress`.
 * - `completed`, `answered`: the queue's completed items, and its completed seats, by the quarter of an hour.
 * - `annotator`: an annotator's seats (`completed`, `skipped`; held ones are `pending` or `in_progress`; `in_review` is part of
 *   `completed`), live scores (`annotations`), and `work_ms` spent on completed seats.
 * - `assigned`: items assigned to an annotator, by state.
 * - `checks`: copies of gold items and repeats that an annotator got, by state, once they are begun.
 * - `work_time`: an annotator's completed seats, by time spent: lib/annotation/items/rules/work-time.ts has the buckets.
 * - `last_active`: when an annotator last scored, completed or skipped, in microseconds. A maximum, and no sum.
 * - `values`: a label's live scores by value, multiple choices under each option; all of them together under the empty key.
 */
export const queueFigures = pgTable(
  "queue_figures",
  {
    queueId: uuid().notNull(),
    figure: text().notNull(),
    subjectId: uuid().notNull(),
    key: text().notNull(),
    sum: bigint({ mode: "number" }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.queueId, table.figure, table.subjectId, table.key] })],
);

/** Which text of each file in db/functions is in force. */
export const appliedFunctions = pgTable("applied_functions", { file: text().primaryKey(), hash: text().notNull() });
