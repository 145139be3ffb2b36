// Ids that clients choose are found by a B-tree of their hashes: as narrow as a hash index, and quick where one id repeats.
import { type AnyColumn, type SQL, sql } from "drizzle-orm";

/** What the index has. */
export const hashOf = (value: AnyColumn | SQL): SQL => sql`hashtextextended(${value}, 0)`;

/** Whether a column has this text; never for null. */
export const equalsText = (column: AnyColumn, value: string | SQL): SQL => {
  const text = typeof value === "string" ? sql`${value}::text` : value;
  return sql`(${hashOf(column)} = ${hashOf(text)} and ${column} = ${text})`;
};
