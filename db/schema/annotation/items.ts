import { sql } from "drizzle-orm";
import {
  type AnyPgColumn,
  bigint,
  boolean,
  check,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import { itemPurposes, itemStatuses, reviewStatuses, sourceTypes } from "@/lib/contracts/shapes";
import { users } from "../accounts";
import { createdAt, deletedAt, id, jsonb, moment, updatedAt } from "../columns";
import { queues } from "./queues";

export const queueItems = pgTable(
  "queue_items",
  {
    id: id(),
    organizationId: uuid().notNull(),
    queueId: uuid()
      .notNull()
      .references(() => queues.id, { onDelete: "cascade" }),
    sourceType: text({ enum: sourceTypes }).notNull(),
    sourceId: text().notNull(),
    status: text({ enum: itemStatuses }).notNull().default("pending"),
    /** How many annotators may still take the item: annotations_required, less those who hold it or have completed it. */
    openSeats: integer().notNull().default(1),
    priority: integer().notNull().default(0),
    order: integer().notNull(),
    purpose: text({ enum: itemPurposes }).notNull().default("work"),
    /** For a copy: its gold item or the item that it repeats, and the one annotator who gets it. */
    copyOf: uuid().references((): AnyPgColumn => queueItems.id, { onDelete: "cascade" }),
    copyFor: uuid().references(() => users.id),
    metadata: jsonb().$type<Record<string, unknown>>().notNull().default({}),
    reviewStatus: text({ enum: reviewStatuses }),
    reviewedBy: uuid().references(() => users.id),
    reviewedAt: moment(),
    reviewNotes: text(),
    completedAt: moment(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
    deletedAt: deletedAt(),
  },
  (table) => [
    check("queue_items_open_seats", sql`${table.openSeats} >= 0`),
    uniqueIndex("queue_items_source_key")
      .on(table.queueId, table.sourceType, table.sourceId)
      .where(sql`${table.deletedAt} is null and ${table.copyOf} is null`),
    check(
      "queue_items_copy",
      sql`(${table.purpose} in ('gold_copy', 'repeat')) = (${table.copyOf} is not null)
        and (${table.copyOf} is null) = (${table.copyFor} is null)`,
    ),
    // No annotator gets a second copy of an item, not even after the first was removed.
    uniqueIndex("queue_items_copy_key").on(table.copyOf, table.copyFor).where(sql`${table.copyOf} is not null`),
    index("queue_items_gold").on(table.queueId).where(sql`${table.purpose} = 'gold' and ${table.deletedAt} is null`),
    // Claiming walks this index in the order of the work; whatever is taken has left it.
    index("queue_items_free")
      .on(table.queueId, sql`(-${table.priority})`, table.order, table.id)
      .where(sql`${table.openSeats} > 0 and ${table.deletedAt} is null`),
    // The position of an item in the order of the work, regardless of its annotator. Row comparison needs one direction.
    index("queue_items_place")
      .on(table.queueId, sql`(-${table.priority})`, table.order, table.id)
      .where(sql`${table.deletedAt} is null`),
    index("queue_items_in_review")
      .on(table.queueId, sql`(-${table.priority})`, table.order, table.id)
      .where(
        sql`${table.reviewStatus} = 'pending_review' and ${table.purpose} = 'work' and ${table.deletedAt} is null`,
      ),
    index("queue_items_order").on(table.queueId, table.order, table.id).where(sql`${table.deletedAt} is null`),
    // Items that keep a queue from being completed.
    index("queue_items_open")
      .on(table.queueId, table.id)
      .where(sql`${table.status} <> 'completed' and ${table.purpose} = 'work' and ${table.deletedAt} is null`),
    index("queue_items_source")
      .on(table.organizationId, table.sourceType, table.sourceId)
      .where(sql`${table.deletedAt} is null`),
  ],
);

const seatStates = ["reserved", "completed", "skipped"] as const;

/** An annotator's part in an item: reserved, completed or skipped. */
export const itemSeats = pgTable(
  "item_seats",
  {
    itemId: uuid()
      .notNull()
      .references(() => queueItems.id, { onDelete: "cascade" }),
    userId: uuid()
      .notNull()
      .references(() => users.id),
    queueId: uuid().notNull(),
    state: text({ enum: seatStates }).notNull(),
    reservedAt: moment(),
    /** An expired reservation blocks no annotator: the next claim in the queue frees its seat. */
    expiresAt: moment(),
    completedAt: moment(),
    skippedAt: moment(),
    skipReason: text(),
    /** Time spent so far: the gaps between the annotator's actions, each counted for a few minutes at most. */
    workMs: integer().notNull().default(0),
    /** The last of those actions; null while none is to be counted from. */
    activeAt: moment(),
    updatedAt: updatedAt(),
  },
  (table) => [
    primaryKey({ columns: [table.itemId, table.userId] }),
    index("item_seats_reserved").on(table.queueId, table.expiresAt).where(sql`${table.state} = 'reserved'`),
    index("item_seats_user").on(table.queueId, table.userId, table.state, table.completedAt),
  ],
);

/**
 * Where an annotator's claims in a queue have come to. The row is the annotator's turn: who claims holds it. And it remembers
 * where the free items begin that the annotator has not had, as long as nothing before that place can have become free:
 * lib/annotation/work/claim-next.ts.
 */
export const claimTurns = pgTable(
  "claim_turns",
  {
    queueId: uuid()
      .notNull()
      .references(() => queues.id, { onDelete: "cascade" }),
    userId: uuid().notNull(),
    /** Another one after every claim. */
    claims: bigint({ mode: "number" }).notNull().default(1),
    /** The first of those free items: its priority negated, its order and its id; null while none is known. */
    startsAtPriority: integer(),
    startsAtOrder: integer(),
    startsAtId: uuid(),
    /** The revision of the queue's row, and whether the annotator got unassigned items, when the position was found. */
    queueRevision: text(),
    takesUnassigned: boolean(),
  },
  (table) => [primaryKey({ columns: [table.queueId, table.userId] })],
);

/** Who an item is assigned to. Without a row, the queue's settings say who may take it. */
export const itemAssignees = pgTable(
  "item_assignees",
  {
    itemId: uuid()
      .notNull()
      .references(() => queueItems.id, { onDelete: "cascade" }),
    userId: uuid()
      .notNull()
      .references(() => users.id),
    queueId: uuid().notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({ columns: [table.itemId, table.userId] }),
    index("item_assignees_user").on(table.queueId, table.userId),
  ],
);

/** An annotator's note on an item as a whole. */
export const itemNotes = pgTable(
  "item_notes",
  {
    id: uuid().notNull().default(sql`gen_random_uuid()`),
    itemId: uuid()
      .notNull()
      .references(() => queueItems.id, { onDelete: "cascade" }),
    userId: uuid()
      .notNull()
      .references(() => users.id),
    notes: text().notNull(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [primaryKey({ columns: [table.itemId, table.userId] })],
);
