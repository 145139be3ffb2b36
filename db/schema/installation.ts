import { sql } from "drizzle-orm";
import { boolean, check, pgTable, text } from "drizzle-orm/pg-core";
import { createdAt } from "./columns";

/** One row: a text sealed under the AUTH_SECRET of the database's servers, so that another secret is known even where nothing else is sealed. */
export const secretMarks = pgTable(
  "secret_marks",
  { isOnly: boolean().primaryKey().default(true), sealed: text().notNull(), createdAt: createdAt() },
  (table) => [check("secret_marks_one", sql`${table.isOnly}`)],
);
