import { type AnyColumn, getTableName, type SQL, sql } from "drizzle-orm";
import type { Database } from "../client";
import { param, sqlStatement } from "../statement";
import { arrayText } from "../text-array";

/**
 * `condition`, which says that rows have all the terms of `terms`, an inverted column, in a form that PostgreSQL looks up if one of
 * them is rare. Its statistics list the frequent ones. It expects any other in one row of 200, far too many, and would rather walk
 * through the newest rows to meet them. What the condition matches does not depend on its form.
 */
export async function havingTerms(
  db: Database,
  { id, terms }: { id: AnyColumn; terms: AnyColumn },
  names: readonly string[],
  condition: SQL,
): Promise<SQL> {
  return (await isOneRare(db, terms, names))
    ? sql`${id} = any(array(select ${id} from ${terms.table} where ${condition}))`
    : condition;
}

const findRare = sqlStatement<{ is_rare: boolean | null }>(
  () => sql`
    select not most_common_elems::text::text[] @> ${param("terms")}::text[] as is_rare from pg_stats
    where schemaname = current_schema() and tablename = ${param("table")} and attname = ${param("column")}`,
);

/** False while PostgreSQL has not looked at the table. */
async function isOneRare(db: Database, { table, name }: AnyColumn, terms: readonly string[]): Promise<boolean> {
  const [found] = await findRare(db, { terms: arrayText(terms), table: getTableName(table), column: name });
  return found?.is_rare ?? false;
}
