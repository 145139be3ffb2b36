import { sql } from "drizzle-orm";
import { bigint, bigserial, index, pgTable, primaryKey, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import type { DraftEntry } from "@/lib/contracts/annotation/drafts";
import type { ReviewStatus } from "@/lib/contracts/shapes";
import { users } from "../accounts";
import { createdAt, jsonb, moment, updatedAt } from "../columns";
import { queueItems } from "./items";

const itemId = () =>
  uuid()
    .notNull()
    .references(() => queueItems.id, { onDelete: "cascade" });
const userId = () =>
  uuid()
    .notNull()
    .references(() => users.id);

/** An annotator's values for an item, and the item's state, before a submit. */
export interface BeforeSubmit {
  /** By id of the labels that the submit gives values; null where there was none. */
  scores: Record<
    string,
    { value: unknown; notes: string; scoreSource: string; labelVersion: number; suggestion?: unknown } | null
  >;
  note: string | null;
  /** Whether the annotator was done with the item, so that the submit changed finished work. */
  completed: boolean;
  reviewStatus: ReviewStatus | null;
}

/** Submits and skips of the last days: one that is sent again has no second effect, and the last ones can be taken back. */
export const submissions = pgTable(
  "submissions",
  {
    id: bigint({ mode: "number" }).generatedAlwaysAsIdentity(),
    itemId: itemId(),
    userId: userId(),
    /** Skips are here when their client has named them. */
    act: text({ enum: ["submit", "skip"] })
      .notNull()
      .default("submit"),
    /** The client's name for it, one for whatever is sent again; null when it gave none. */
    mutationId: text(),
    /** Hash of the body, to distinguish a repetition from another submit with the same name. */
    fingerprint: text(),
    before: jsonb().$type<BeforeSubmit>().notNull(),
    createdAt: createdAt(),
    undoneAt: moment(),
  },
  (table) => [
    primaryKey({ columns: [table.itemId, table.userId, table.id] }),
    uniqueIndex("submissions_mutation").on(table.userId, table.mutationId).where(sql`${table.mutationId} is not null`),
    index("submissions_created").using("brin", table.createdAt),
  ],
);

/** An annotator's values for an item that are not submitted. They count nowhere, and no other person sees them. */
export const itemDrafts = pgTable(
  "item_drafts",
  {
    itemId: itemId(),
    userId: userId(),
    /** Another one after every write, never used twice: a client that names an older one has not seen the newest draft. */
    revision: bigserial({ mode: "number" }),
    annotations: jsonb().$type<DraftEntry[]>().notNull(),
    itemNotes: text().notNull(),
    updatedAt: updatedAt(),
  },
  (table) => [primaryKey({ columns: [table.itemId, table.userId] })],
);
