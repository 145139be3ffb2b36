import { sql } from "drizzle-orm";
import { customType, timestamp, uuid } from "drizzle-orm/pg-core";

export const id = () => uuid().primaryKey().default(sql`gen_random_uuid()`);
export const moment = () => timestamp({ withTimezone: true, mode: "date", precision: 6 });
export const createdAt = () => moment().notNull().defaultNow();
export const updatedAt = () =>
  moment()
    .notNull()
    .defaultNow()
    .$onUpdate(() => new Date());
export const deletedAt = () => moment();
/** Lexemes, as PostgreSQL's full-text search has them; written and read in SQL alone. */
export const tsvector = customType<{ data: string }>({ dataType: () => "tsvector" });
