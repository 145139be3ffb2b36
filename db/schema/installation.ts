import { sql } from "drizzle-orm";
import { boolean, check, date, integer, pgTable, primaryKey, text, timestamp } from "drizzle-orm/pg-core";
import { createdAt } from "./columns";

/** One row: a text sealed under the AUTH_SECRET of the database's servers, so that another secret is known even where nothing else is sealed. */
export const secretMarks = pgTable(
  "secret_marks",
  { isOnly: boolean().primaryKey().default(true), sealed: text().notNull(), createdAt: createdAt() },
  (table) => [check("secret_marks_one", sql`${table.isOnly}`)],
);

/** How many minutes of a day (UTC) a part of the installation was in each state, as far as a server of it recorded them. */
export const statusDays = pgTable(
  "status_days",
  {
    day: date().notNull(),
    part: text().notNull(),
    workingMinutes: integer().notNull().default(0),
    degradedMinutes: integer().notNull().default(0),
    downMinutes: integer().notNull().default(0),
    /** The latest minute: of several servers the first one records it, once. */
    lastMinute: timestamp({ withTimezone: true }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.day, table.part] })],
);
