import { type SQL, sql } from "drizzle-orm";

/** Values in PostgreSQL's array syntax. */
export const arrayText = (values: readonly string[]): string =>
  `{${values.map((value) => `"${value.replaceAll(/["\\]/g, "\\$&")}"`).join(",")}}`;

/** One parameter for a whole array, so that ten thousand values stay one. */
export const textArray = (values: readonly string[]): SQL => sql`${arrayText(values)}::text[]`;
