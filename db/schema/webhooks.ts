import { sql } from "drizzle-orm";
import { index, integer, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { deliveryStatuses, webhookEvents, webhookFormats } from "@/lib/contracts/shapes";
import { organizations, users } from "./accounts";
import { createdAt, id, jsonb, moment, updatedAt } from "./columns";

/** An address that an organization's events are sent to. */
export const webhooks = pgTable(
  "webhooks",
  {
    id: id(),
    organizationId: uuid()
      .notNull()
      .references(() => organizations.id, { onDelete: "cascade" }),
    url: text().notNull(),
    events: text({ enum: webhookEvents }).array().notNull(),
    format: text({ enum: webhookFormats }).notNull(),
    /** Sealed: lib/auth/encryption.ts. */
    secret: text().notNull(),
    createdBy: uuid().references(() => users.id, { onDelete: "set null" }),
    deliveredAt: moment(),
    disabledAt: moment(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [index("webhooks_organization").on(table.organizationId, table.createdAt)],
);

/** An event on its way to a webhook. Its id is the message's id. */
export const webhookDeliveries = pgTable(
  "webhook_deliveries",
  {
    id: id(),
    webhookId: uuid()
      .notNull()
      .references(() => webhooks.id, { onDelete: "cascade" }),
    organizationId: uuid().notNull(),
    /** What caused it: the same cause is sent once. */
    cause: text().notNull(),
    event: text().notNull(),
    data: jsonb().$type<Record<string, unknown>>().notNull(),
    status: text({ enum: deliveryStatuses }).notNull().default("waiting"),
    attempts: integer().notNull().default(0),
    /** Of the last attempt; null if there was no answer. */
    responseCode: integer(),
    error: text(),
    nextAttemptAt: moment().defaultNow(),
    deliveredAt: moment(),
    createdAt: createdAt(),
  },
  (table) => [
    uniqueIndex("webhook_deliveries_cause_key").on(table.webhookId, table.cause),
    index("webhook_deliveries_list").on(table.webhookId, table.createdAt.desc(), table.id),
    index("webhook_deliveries_waiting").on(table.nextAttemptAt).where(sql`${table.status} = 'waiting'`),
    index("webhook_deliveries_created").on(table.createdAt),
  ],
);
