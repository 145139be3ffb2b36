// Looks for texts in everything that is stored: each column of each table, unpacked where it is compressed, and Redis.
import { inflateRawSync } from "node:zlib";
import { sql } from "drizzle-orm";
import type { Database } from "@/db/client";

interface TextColumn extends Record<string, unknown> {
  schema: string;
  table: string;
  column: string;
  type: string;
}

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;

/** `table.column: text` for each column that has one of these texts, in any case. */
export async function columnsWith(db: Database, texts: readonly string[]): Promise<string[]> {
  const columns = await db.execute<TextColumn>(sql`
    select col.table_schema as schema, col.table_name as table, col.column_name as column, col.data_type as type
    from information_schema.columns as col join information_schema.tables as tab using (table_schema, table_name)
    where tab.table_type = 'BASE TABLE' and col.table_schema not in ('pg_catalog', 'information_schema')
    order by 1, 2, 3`);
  const found: string[] = [];
  for (const { schema, table, column, type } of columns) {
    const source = sql.raw(`${quoted(schema)}.${quoted(table)}`);
    const hits = type === "bytea" ? await inBytes(db, source, column, texts) : await inText(db, source, column, texts);
    found.push(...hits.map((text) => `${table}.${column}: ${text}`));
  }
  return found;
}

async function inText(db: Database, source: ReturnType<typeof sql.raw>, column: string, texts: readonly string[]) {
  const value = sql.raw(`lower(${quoted(column)}::text)`);
  const found: string[] = [];
  for (const text of texts) {
    const [hit] = await db.execute(
      sql`select 1 from ${source} where position(${text.toLowerCase()} in ${value}) > 0 limit 1`,
    );
    if (hit) found.push(text);
  }
  return found;
}

async function inBytes(db: Database, source: ReturnType<typeof sql.raw>, column: string, texts: readonly string[]) {
  const rows = await db.execute<{ bytes: Buffer | null }>(
    sql`select ${sql.raw(quoted(column))} as bytes from ${source}`,
  );
  const plain = rows.flatMap(({ bytes }) => (bytes ? [bytes.toString("latin1"), unpacked(bytes)] : [])).join("\n");
  return texts.filter((text) => plain.toLowerCase().includes(text.toLowerCase()));
}

function unpacked(bytes: Buffer): string {
  try {
    return inflateRawSync(bytes).toString("utf8");
  } catch {
    return "";
  }
}
