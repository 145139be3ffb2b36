import { type SQL, type SQLWrapper, sql } from "drizzle-orm";

/** Values in PostgreSQL's array syntax. */
export const arrayText = (values: readonly unknown[]): string => `{${values.map(elementText).join(",")}}`;

function elementText(value: unknown): string {
  if (value === null) return "null";
  return Array.isArray(value) ? arrayText(value) : `"${String(value).replaceAll(/["\\]/g, "\\$&")}"`;
}

/** One parameter for a whole array, so that ten thousand values stay one. */
export const textArray = (values: readonly string[]): SQL => sql`${arrayText(values)}::text[]`;

/** Whether a column of ids is among these, which may be more than the 65,534 parameters of a statement. */
export const idAmong = (column: SQLWrapper, ids: readonly string[]): SQL =>
  sql`${column} = any(${textArray(ids)}::uuid[])`;
