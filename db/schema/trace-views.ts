import { pgTable, text, unique, uuid } from "drizzle-orm/pg-core";
import { organizations, users } from "./accounts";
import { createdAt, id } from "./columns";

/** A person's saved filters and columns of the list of traces, as the query of its address. */
export const traceViews = pgTable(
  "trace_views",
  {
    id: id(),
    organizationId: uuid()
      .notNull()
      .references(() => organizations.id),
    userId: uuid()
      .notNull()
      .references(() => users.id),
    name: text().notNull(),
    query: text().notNull(),
    createdAt: createdAt(),
  },
  (table) => [unique("trace_views_name_key").on(table.organizationId, table.userId, table.name)],
);
