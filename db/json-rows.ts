import { type SQL, sql } from "drizzle-orm";
import { toSnakeCase } from "drizzle-orm/casing";
import type { PgColumn } from "drizzle-orm/pg-core";

const list = (parts: readonly SQL[]): SQL => sql.join([...parts], sql`, `);
const nameOf = (field: string): SQL => sql`${sql.identifier(toSnakeCase(field))}`;

/** Names of columns, to be written one after another. */
export const columnNames = (fields: readonly string[]): SQL => list(fields.map(nameOf));

/**
 * Columns read from `row`, a JSON array of their values in their order. PostgreSQL takes two thirds of the time that objects with
 * the names of the columns take it, and as much as for an array a column.
 */
export const columnsOfRow = (columns: Readonly<Record<string, PgColumn>>): SQL =>
  list(
    Object.entries(columns).map(([field, column], index) => {
      const type = column.getSQLType();
      const value =
        type === "jsonb" ? `nullif(row -> ${index}, 'null'::jsonb)` : `(row ->> ${index})::${column.getSQLType()}`;
      return sql`${sql.raw(value)} as ${nameOf(field)}`;
    }),
  );

/** What an upsert replaces in these columns, or an update from the rows that are called `source`. */
export const columnsReplaced = (fields: readonly string[], source = "excluded"): SQL =>
  list(fields.map((field) => sql`${nameOf(field)} = ${sql.identifier(source)}.${nameOf(field)}`));
