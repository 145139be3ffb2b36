import { sql } from "drizzle-orm";
import { foreignKey, index, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { users } from "./accounts";
import { createdAt, id } from "./columns";
import { spans } from "./traces";

/** A person's note on a span. The same text of the same person is stored once. */
export const spanNotes = pgTable(
  "span_notes",
  {
    id: id(),
    organizationId: uuid().notNull(),
    projectId: uuid().notNull(),
    spanId: text().notNull(),
    userId: uuid()
      .notNull()
      .references(() => users.id),
    notes: text().notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    foreignKey({ columns: [table.projectId, table.spanId], foreignColumns: [spans.projectId, spans.spanId] }),
    index("span_notes_span").on(table.projectId, table.spanId, table.createdAt),
    // Of a hash: the text itself may be longer than an index entry.
    uniqueIndex("span_notes_key").on(table.projectId, table.spanId, table.userId, sql`md5(${table.notes})`),
  ],
);
