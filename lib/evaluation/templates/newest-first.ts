import { sql } from "drizzle-orm";
import { evalLogs } from "@/db/schema";

/** Matches the indexes: without "nulls last", Postgres would sort all runs instead of reading the first ones. */
export const newestFirst = sql`${evalLogs.createdAt} desc nulls last`;
