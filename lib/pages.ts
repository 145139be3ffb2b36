import { type AnyColumn, asc, desc, type SQL, sql } from "drizzle-orm";
import { formsOf, isAscii } from "@/lib/bounds/normal-form";
import type { Ordering } from "@/lib/contracts/names";
import { notFound } from "@/lib/errors";

const DEFAULT_LIMIT = 10;

interface PageInput {
  page: number;
  limit?: number | undefined;
  page_size?: number | undefined;
}

/** Row limit and offset of a list's page. `limit` wins over `page_size`. */
export function pageRange({ page, limit, page_size }: PageInput): { page: number; limit: number; offset: number } {
  const rows = limit ?? page_size ?? DEFAULT_LIMIT;
  return { page, limit: rows, offset: (page - 1) * rows };
}

/** A page past the end is 404, the first page of nothing is not. */
export function assertPage(page: number, limit: number, count: number): void {
  if (page > 1 && (page - 1) * limit >= count) throw notFound("Invalid page.");
}

/** The same where the count may be an estimate. */
export function assertRows(page: number, rows: readonly unknown[]): void {
  if (page > 1 && rows.length === 0) throw notFound("Invalid page.");
}

/** SQL: whether a text has `part` literally, ignoring case and normal form. All searches by parts of texts use it. */
export function hasText(value: SQL | AnyColumn, part: string): SQL {
  // What is in ASCII has only one form, and most searches are.
  const text = isAscii(part) ? value : sql`normalize(${value}, NFC)`;
  return sql`${text} ilike ${`%${part.normalize("NFC").replaceAll(/[\\%_]/g, "\\$&")}%`}`;
}

/** SQL: whether a name is this one, ignoring case and normal form. An index on `lower(name)` finds it. */
export const isNamed = (column: SQL | AnyColumn, name: string): SQL =>
  sql`lower(${column}) in (${sql.join(
    formsOf(name).map((form) => sql`lower(${form})`),
    sql`, `,
  )})`;

/** SQL: the order of names in lists. Case and accents do not count. It needs no ICU, which the embedded PostgreSQL lacks. */
export function byName(name: SQL | AnyColumn): SQL {
  const withoutAccents = sql`regexp_replace(normalize(${name}, NFD), '[\\u0300-\\u036f]', '', 'g')`;
  // Most names are in ASCII, and have no accents to remove.
  return sql`lower(case when octet_length(${name}) = char_length(${name}) then ${name} else ${withoutAccents} end)`;
}

/**
 * The order that a request names: "name", or "-name" from the greatest. Rows without a value are last, and equal ones
 * are in the order of their ids. Only `nullable` ones say so in SQL, because PostgreSQL then leaves plain indexes aside.
 */
export function orderedBy<Name extends string>(
  by: Record<Name, SQL | AnyColumn>,
  ordering: Ordering<Name>,
  id: AnyColumn,
  nullable: readonly Name[] = [],
): SQL[] {
  const isDescending = ordering.startsWith("-");
  const name = (isDescending ? ordering.slice(1) : ordering) as Name; // safe: an ordering is a name, after its minus
  const last = isDescending && nullable.includes(name) ? sql` nulls last` : sql``;
  return isDescending ? [sql`${by[name]} desc${last}`, desc(id)] : [asc(by[name]), asc(id)];
}

/**
 * The order of indexes on `column.desc()`, which drizzle writes with "nulls last". Without it, PostgreSQL would sort all
 * rows instead of reading the first ones.
 */
export const newestFirst = (column: AnyColumn): SQL => sql`${column} desc nulls last`;
