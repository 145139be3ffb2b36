import { type SQL, sql } from "drizzle-orm";
import type { Database } from "@/db/client";

/**
 * Copies a table's only row `count` times with ids of their own, each a second older than the one before. `change` has
 * SQL for columns that must differ, in which `nth` counts from 1. For tests of statements over large tables.
 */
export async function multiplyRow(
  db: Database,
  table: string,
  count: number,
  change: Readonly<Record<string, SQL>> = {},
): Promise<void> {
  const columns = await db.execute<{ name: string }>(sql`
    select column_name as name from information_schema.columns
    where table_schema = 'public' and table_name = ${table} and is_generated = 'NEVER' order by ordinal_position`);
  const own: Record<string, SQL> = {
    id: sql`gen_random_uuid()`,
    created_at: sql`created_at - nth * interval '1 second'`,
    ...change,
  };
  const names = columns.map(({ name }) => sql.identifier(name));
  const values = columns.map(({ name }) => own[name] ?? sql.identifier(name));
  await db.execute(sql`
    insert into ${sql.identifier(table)} (${sql.join(names, sql`, `)})
    select ${sql.join(values, sql`, `)} from (select * from ${sql.identifier(table)} limit 1) as original,
      generate_series(1, ${count}::int) as nth`);
}
