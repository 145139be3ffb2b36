import { type SQL, sql } from "drizzle-orm";

/** One parameter for a whole array: a text in PostgreSQL's array syntax, so that ten thousand values stay one. */
export const textArray = (values: readonly string[]): SQL =>
  sql`${`{${values.map((value) => `"${value.replaceAll(/["\\]/g, "\\$&")}"`).join(",")}}`}::text[]`;
