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
/** JSON. Drizzle's own column parses what it reads a second time, which makes a number of the text "1.10". */
export const jsonb = customType<{ data: unknown; driverData: unknown }>({
  dataType: () => "jsonb",
  toDriver: (value) => JSON.stringify(value),
  fromDriver: (value) => value,
});
/** Lexemes, as PostgreSQL's full-text search has them; written and read in SQL alone. */
export const tsvector = customType<{ data: string }>({ dataType: () => "tsvector" });
/** For inverted indexes: new entries wait in a list that servers merge (db/merge-pending.ts). In kilobytes. */
export const PENDING_KB = 65_536;
export const waitingList = { gin_pending_list_limit: PENDING_KB };
/** Bytes that are compressed already. */
export const bytea = customType<{ data: Buffer }>({ dataType: () => "bytea" });
