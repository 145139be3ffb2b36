import { sql } from "drizzle-orm";
import { evalLogs } from "@/db/schema";

/** In the words of the indexes: without "nulls last" Postgres sorts all runs in place of reading the first ones. */
export const newestFirst = sql`${evalLogs.createdAt} desc nulls last`;
