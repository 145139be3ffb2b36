import { sql } from "drizzle-orm";
import { index, pgTable, text, unique, uuid } from "drizzle-orm/pg-core";
import { organizations, users } from "./accounts";
import { queues } from "./annotation/queues";
import { createdAt, id } from "./columns";

/** A person's saved filters and columns of a list, as the query of its address. */
export const savedViews = pgTable(
  "saved_views",
  {
    id: id(),
    organizationId: uuid()
      .notNull()
      .references(() => organizations.id),
    userId: uuid()
      .notNull()
      .references(() => users.id),
    /** The queue whose items are listed; null for the list of traces. */
    queueId: uuid().references(() => queues.id, { onDelete: "cascade" }),
    name: text().notNull(),
    query: text().notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    unique("saved_views_name_key").on(table.organizationId, table.userId, table.queueId, table.name).nullsNotDistinct(),
    index("saved_views_queue").on(table.queueId).where(sql`${table.queueId} is not null`),
  ],
);
