// Fills every table as a long-lived server has it: many rows, of which most belong to others.
import { sql } from "drizzle-orm";
import type { Database } from "@/db/client";

/** Of this many rows one stays with its owner. */
const OWN = 20;

interface Column extends Record<string, unknown> {
  table: string;
  name: string;
  type: string;
  /** In a unique index. */
  is_unique: boolean;
  /** The last of a unique index. */
  is_last: boolean;
}

/**
 * Copies the rows of every table until it has at least `count`, except those of `left`. One copy of 20 keeps what the
 * row refers to; the others refer to things of nobody. Times are each a second earlier. Without triggers and foreign keys.
 */
export async function multiplyAll(db: Database, count: number, left: ReadonlySet<string>): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.execute(sql`set local session_replication_role = replica`);
    for (const [table, columns] of await tablesOf(tx)) {
      const rows = await rowsOf(tx, table);
      if (rows === 0 || left.has(table)) continue;
      const copies = Math.ceil(count / rows);
      const names = sql.join(
        columns.map(({ name }) => sql.identifier(name)),
        sql`, `,
      );
      const values = sql.join(columns.map(copiedValue), sql`, `);
      await tx.execute(sql`
        insert into ${sql.identifier(table)} (${names}) select ${values}
        from (select * from ${sql.identifier(table)}) as original, generate_series(1, ${copies}::int) as nth
        on conflict do nothing`);
    }
  });
  await db.execute(sql`analyze`);
}

async function tablesOf(tx: Database): Promise<Map<string, Column[]>> {
  const columns = await tx.execute<Column>(sql`
    select c.relname as table, a.attname as name, format_type(a.atttypid, null) as type,
      exists (
        select from pg_index i where i.indrelid = c.oid and i.indisunique and a.attnum = any(i.indkey::int2[])
      ) as is_unique,
      exists (
        select from pg_index i where i.indrelid = c.oid and i.indisunique and i.indkey[i.indnkeyatts - 1] = a.attnum
      ) as is_last
    from pg_class c join pg_attribute a on a.attrelid = c.oid
    where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace and a.attnum > 0 and not a.attisdropped
      and a.attidentity = '' and a.attgenerated = ''
    order by c.relname, a.attnum`);
  const tables = new Map<string, Column[]>();
  for (const column of columns) tables.set(column.table, [...(tables.get(column.table) ?? []), column]);
  return tables;
}

async function rowsOf(tx: Database, table: string): Promise<number> {
  const [row] = await tx.execute<{ count: number }>(sql`select count(*)::int as count from ${sql.identifier(table)}`);
  return row?.count ?? 0;
}

/** The value of a copy: unique columns get one of their own, and most references lead to nobody's things. */
function copiedValue({ name, type, is_unique: isUnique, is_last: isLast }: Column) {
  const column = sql`original.${sql.identifier(name)}`;
  const isOwn = sql`nth % ${sql.raw(String(OWN))} = 0`;
  if (name === "id" && type === "uuid") return sql`gen_random_uuid()`;
  if (type === "uuid" && isLast) return sql`coalesce(md5(${column}::text || nth)::uuid, ${column})`;
  // Fifty of nobody's things, so that each of them has many rows, too.
  if (type === "uuid")
    return sql`case when ${isOwn} or ${column} is null then ${column} else md5('nobody' || nth % 50)::uuid end`;
  if (type.startsWith("timestamp")) return sql`${column} - nth * interval '1 second'`;
  const isNumber = /^(integer|bigint|smallint)$/.test(type);
  // Lists stand in the order of such numbers.
  if (isNumber && /^(order|number|position|place|version)$/.test(name)) return sql`${column} + nth`;
  // Indexes may hold it in lower case.
  if (type === "text" && /^(name|email|domain)$/.test(name)) return sql`${column} || ' ' || nth`;
  if (!isUnique) return column;
  // A word of a list of them.
  if (/(^|_)(type|kind|status|role|purpose)$/.test(name)) return column;
  if (name === "span_id") return sql`left(md5(${column} || nth), 16)`;
  if (type === "text") return name.endsWith("_id") ? sql`md5(${column} || nth)` : sql`${column} || ' ' || nth`;
  return isNumber ? sql`${column} + nth` : column;
}
