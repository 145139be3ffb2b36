import { index, pgTable, primaryKey, real, text, uuid } from "drizzle-orm/pg-core";
import { users } from "../accounts";
import { jsonb, updatedAt } from "../columns";
import { queueItems } from "./items";
import { labels } from "./labels";

/**
 * What a judge, a model or an import answers for an item, shown to its annotators. It is no score and counts nowhere.
 * Copies of an item have the suggestions of their original.
 */
export const suggestions = pgTable(
  "suggestions",
  {
    itemId: uuid()
      .notNull()
      .references(() => queueItems.id, { onDelete: "cascade" }),
    labelId: uuid()
      .notNull()
      .references(() => labels.id, { onDelete: "cascade" }),
    queueId: uuid().notNull(),
    /** Canonical form: lib/annotation/labels/rules/label-value.ts. */
    value: jsonb().$type<Record<string, unknown>>().notNull(),
    /** Who or what answered, for example a judge's name. */
    origin: text().notNull(),
    /** From 0 to 1; null if unknown. */
    confidence: real(),
    createdBy: uuid()
      .notNull()
      .references(() => users.id),
    updatedAt: updatedAt(),
  },
  (table) => [
    primaryKey({ columns: [table.itemId, table.labelId] }),
    index("suggestions_queue").on(table.queueId, table.labelId),
  ],
);
