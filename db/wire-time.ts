import { type SQL, sql } from "drizzle-orm";

/** A column of times as the API writes them: ISO 8601 in UTC, to the millisecond. */
export const wireTime = (column: string): SQL =>
  sql`to_char(${sql.raw(column)} at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
