import { type AnyColumn, type SQL, sql } from "drizzle-orm";

/**
 * The order of indexes on `column.desc()`, which drizzle writes with "nulls last". Without it, PostgreSQL would sort all
 * rows instead of reading the first ones.
 */
export const newestFirst = (column: AnyColumn): SQL => sql`${column} desc nulls last`;
