import { index, pgTable, text } from "drizzle-orm/pg-core";
import { createdAt, jsonb } from "./columns";

/** Outbox: events written in the transaction that caused them, deleted once Inngest has taken them. */
export const outboxEvents = pgTable(
  "outbox_events",
  {
    /** Deterministic, so that an event that is sent twice starts one run. */
    id: text().primaryKey(),
    name: text().notNull(),
    data: jsonb().$type<Record<string, unknown>>().notNull(),
    createdAt: createdAt(),
  },
  (table) => [index("outbox_events_created").on(table.createdAt)],
);
