import { type SQL, sql } from "drizzle-orm";

/** Values in PostgreSQL's array syntax. */
export const arrayText = (values: readonly unknown[]): string => `{${values.map(elementText).join(",")}}`;

function elementText(value: unknown): string {
  if (value === null) return "null";
  return Array.isArray(value) ? arrayText(value) : `"${String(value).replaceAll(/["\\]/g, "\\$&")}"`;
}

/** One parameter for a whole array, so that ten thousand values stay one. */
export const textArray = (values: readonly string[]): SQL => sql`${arrayText(values)}::text[]`;
