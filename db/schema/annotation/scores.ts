import { sql } from "drizzle-orm";
import { index, integer, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import type { StoredUse } from "@/lib/contracts/annotation/suggestions";
import { scoreSources, sourceTypes } from "@/lib/contracts/shapes";
import { users } from "../accounts";
import { createdAt, deletedAt, id, jsonb, updatedAt } from "../columns";
import { queueItems } from "./items";
import { labels } from "./labels";

/**
 * A value that a source was given under a label. People's values belong to a queue item, one live row a (item, label,
 * annotator), withdrawn (value null, deleted) when its annotator took it back; what no person gave has neither item nor annotator, one live row a (source, label).
 */
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
    queueItemId: uuid().references(() => queueItems.id, { onDelete: "cascade" }),
    queueId: uuid(),
    /** Canonical form, one key by the label's type: lib/annotation/labels/rules/label-value.ts. */
    value: jsonb().$type<Record<string, unknown>>().notNull(),
    /** Superseded values, oldest first. */
    valueHistory: jsonb().$type<{ value: unknown; at: string }[]>().notNull().default([]),
    scoreSource: text({ enum: scoreSources }).notNull().default("human"),
    notes: text().notNull().default(""),
    /** The suggestion that the annotator saw; null if none. */
    suggestion: jsonb().$type<StoredUse>(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
    deletedAt: deletedAt(),
  },
  (table) => [
    uniqueIndex("scores_item_key")
      .on(table.queueItemId, table.labelId, table.annotatorId)
      // A withdrawn value keeps its place, so that the next one goes on with its history.
      .where(sql`${table.deletedAt} is null or ${table.value} = 'null'::jsonb`),
    uniqueIndex("scores_source_key")
      .on(table.organizationId, table.sourceType, table.sourceId, table.labelId)
      .where(sql`${table.annotatorId} is null and ${table.deletedAt} is null`),
    // Deleting an item looks here for its scores, archived or not.
    index("scores_item").on(table.queueItemId),
    index("scores_newest")
      .on(table.organizationId, table.createdAt, table.id)
      .where(sql`${table.deletedAt} is null`)
      .concurrently(),
    index("scores_annotator").on(table.annotatorId, table.createdAt).where(sql`${table.deletedAt} is null`),
    index("scores_source").on(table.organizationId, table.sourceType, table.sourceId),
    index("scores_suggestion").on(table.queueId).where(sql`${table.suggestion} is not null`),
    index("scores_label").on(table.labelId).where(sql`${table.deletedAt} is null`),
  ],
);
