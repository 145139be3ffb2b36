// What agreement is read from. The fold of an item that is marked (figures.ts) brings the counters from the answers that they
// hold to those that the scores hold now: lib/annotation/reports/agreement.ts.
import { sql } from "drizzle-orm";
import { boolean, index, integer, numeric, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { labelTypes } from "@/lib/contracts/shapes";
import { jsonb } from "../columns";

/** An item's answers under a label as the counters hold them: annotator id → canonical text. */
export const agreementItems = pgTable(
  "agreement_items",
  {
    itemId: uuid().notNull(),
    labelId: uuid().notNull(),
    queueId: uuid().notNull(),
    answers: jsonb().$type<Record<string, string>>().notNull(),
    /** Two answers or more, not all equal. */
    disagrees: boolean().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.itemId, table.labelId] }),
    // Filters of a queue's items by their answers.
    index("agreement_items_label").on(table.queueId, table.labelId, table.itemId).concurrently(),
    index("agreement_items_disagreeing").on(table.queueId, table.labelId, table.itemId).where(sql`${table.disagrees}`),
  ],
);

/** lib/annotation/agreement/counters.ts says what the counters and their keys are. */
export const agreementCounters = pgTable(
  "agreement_counters",
  {
    queueId: uuid().notNull(),
    labelId: uuid().notNull(),
    counter: text().notNull(),
    key: text().notNull(),
    /** Keys may be longer than an index takes. */
    keyHash: uuid().notNull().generatedAlwaysAs(sql`md5("key")::uuid`),
    /** Decimal, so that adding and then subtracting a value leaves exactly zero. */
    sum: numeric({ mode: "number" }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.queueId, table.labelId, table.counter, table.keyHash] })],
);

/** How often a label's counters have changed, and the measures that were last computed from them. */
export const agreementLabels = pgTable(
  "agreement_labels",
  {
    queueId: uuid().notNull(),
    labelId: uuid().notNull(),
    /** The label's type that the counters were made for. */
    type: text({ enum: labelTypes }).notNull(),
    version: integer().notNull().default(0),
    measures: jsonb().$type<unknown>(),
    /** Version of the counters, and of the label, that `measures` belongs to. */
    measuredVersion: integer(),
    measuredLabelVersion: integer(),
  },
  (table) => [primaryKey({ columns: [table.queueId, table.labelId] })],
);
