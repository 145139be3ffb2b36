import { sql } from "drizzle-orm";
import { boolean, foreignKey, index, integer, pgTable, primaryKey, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { notificationKinds } from "@/lib/contracts/shapes";
import { memberships, users } from "./accounts";
import { createdAt, id, jsonb, moment } from "./columns";

/** What a notification is about. Names are those of the moment when it was written. */
export interface NotificationSubject {
  queue_id?: string;
  queue_name?: string;
  item_id?: string;
  /** The desk at which the person sees the item. */
  desk?: "annotate" | "review";
  prompt_id?: string;
  prompt_name?: string;
  version?: string | null;
  webhook_id?: string;
  webhook_host?: string;
  project_id?: string;
  project_name?: string;
  alert_id?: string;
  alert_name?: string;
  incident_id?: string;
  key_id?: string;
  /** Only keys of the gateway have a page of their own. Missing in older notifications. */
  key_kind?: "gateway" | "platform" | "deleted";
  /** What an alert found or a budget has come to, as a sentence. */
  finding?: string;
  /** 80 or 100. */
  percent?: number;
}

/** A notification of one person. It goes when the person leaves the organization. */
export const notifications = pgTable(
  "notifications",
  {
    id: id(),
    organizationId: uuid().notNull(),
    userId: uuid().notNull(),
    kind: text({ enum: notificationKinds }).notNull(),
    /** What caused it: the same cause notifies a person once. */
    cause: text().notNull(),
    /** Who caused it; null if that is hidden or nobody did. */
    actorId: uuid().references(() => users.id, { onDelete: "set null" }),
    subject: jsonb().$type<NotificationSubject>().notNull(),
    /** How many items it is about. */
    items: integer().notNull().default(1),
    /** Whether the person's preferences show it in the product, and send it by mail. */
    shown: boolean().notNull(),
    mails: boolean().notNull(),
    mailedAt: moment(),
    readAt: moment(),
    createdAt: createdAt(),
  },
  (table) => [
    foreignKey({
      name: "notifications_member_fk",
      columns: [table.organizationId, table.userId],
      foreignColumns: [memberships.organizationId, memberships.userId],
    }).onDelete("cascade"),
    uniqueIndex("notifications_cause_key").on(table.userId, table.organizationId, table.cause),
    index("notifications_list").on(table.userId, table.organizationId, table.createdAt.desc(), table.id),
    index("notifications_unread")
      .on(table.userId, table.organizationId)
      .where(sql`${table.shown} and ${table.readAt} is null`),
    index("notifications_unmailed")
      .on(table.userId, table.organizationId)
      .where(sql`${table.mails} and ${table.mailedAt} is null`),
    index("notifications_created").on(table.createdAt),
  ],
);

/** How a person is notified of a kind. Without a row: in the product and by mail. */
export const notificationPreferences = pgTable(
  "notification_preferences",
  {
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    kind: text({ enum: notificationKinds }).notNull(),
    product: boolean().notNull(),
    mail: boolean().notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.kind] })],
);
