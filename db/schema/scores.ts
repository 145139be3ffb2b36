import { sql } from "drizzle-orm";
import { index, integer, jsonb, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { scoreSources, sourceTypes } from "@/lib/contracts/shapes";
import { users } from "./accounts";
import { createdAt, deletedAt, id, updatedAt } from "./columns";
import { queueItems } from "./items";
import { labels } from "./labels";

/** A value that somebody gave a source under a label; one live row a (queue item, label, annotator). */
export const scores = pgTable(
  "scores",
  {
    id: id(),
    organizationId: uuid().notNull(),
    workspaceId: uuid().notNull(),
    sourceType: text({ enum: sourceTypes }).notNull(),
    sourceId: text().notNull(),
    labelId: uuid()
      .notNull()
      .references(() => labels.id),
    labelVersion: integer().notNull(),
    annotatorId: uuid().references(() => users.id),
    queueItemId: uuid().references(() => queueItems.id),
    queueId: uuid(),
    /** Canonical form, one key by the label's type: lib/annotation/rules/label-value.ts. */
    value: jsonb().$type<Record<string, unknown>>().notNull(),
    /** Superseded values, oldest first. */
    valueHistory: jsonb().$type<{ value: unknown; at: string }[]>().notNull().default([]),
    scoreSource: text({ enum: scoreSources }).notNull().default("human"),
    notes: text().notNull().default(""),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
    deletedAt: deletedAt(),
  },
  (table) => [
    uniqueIndex("scores_item_key")
      .on(table.queueItemId, table.labelId, table.annotatorId)
      .where(sql`${table.deletedAt} is null`),
    index("scores_source").on(table.organizationId, table.sourceType, table.sourceId),
    index("scores_label").on(table.labelId).where(sql`${table.deletedAt} is null`),
  ],
);
