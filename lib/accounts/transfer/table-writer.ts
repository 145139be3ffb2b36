import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import type { Database } from "@/db/client";
import { packLines } from "@/lib/traces/segments/lines";
import { FileRefused } from "./read-file";

const segment = z.looseObject({ id: z.int(), lines: z.array(z.string()) });

/** Writes rows as they came. The database numbers what it numbers itself. */
export class TableWriter {
  /** Rows by table. */
  readonly written = new Map<string, number>();
  #columns: Map<string, string[]> | undefined;

  constructor(private readonly tx: Database) {}

  async write(table: string, rows: readonly string[]): Promise<void> {
    this.#columns ??= await this.#prepare();
    const columns = this.#columns.get(table) ?? [];
    if (table === "span_segments") await this.#writeSegments(columns, rows);
    else await this.#insert(table, columns, rows);
    this.written.set(table, (this.written.get(table) ?? 0) + rows.length);
  }

  async #prepare(): Promise<Map<string, string[]>> {
    await this.tx.execute(
      sql`create temporary table new_segments on commit drop as select 0::bigint as id, 0::bigint as new_id limit 0`,
    );
    const found = await this.tx.execute<{ table: string; columns: string[] }>(sql`
      select table_name as table, array_agg(column_name::text order by ordinal_position) as columns
      from information_schema.columns
      where table_schema = 'public' and is_generated = 'NEVER' and is_identity = 'NO'
        and coalesce(column_default, '') not like 'nextval(%'
      group by table_name`);
    return new Map(found.map(({ table, columns }) => [table, columns]));
  }

  #insert(table: string, columns: readonly string[], rows: readonly string[]): Promise<unknown> {
    const names = columns.map((name) => sql.identifier(name));
    const values = columns.map((name): SQL => {
      if (table === "spans" && name === "segment_id")
        return sql`(select new_id from new_segments where id = part.segment_id)`;
      return sql`part.${sql.identifier(name)}`;
    });
    const target = sql.identifier(table);
    return this.tx.execute(sql`
      insert into ${target} (${sql.join(names, sql`, `)}) select ${sql.join(values, sql`, `)}
      from jsonb_populate_recordset(null::${target}, ${`[${rows.join(",")}]`}::jsonb) as part`);
  }

  /** Their numbers are the other database's, so they get new ones, which their spans follow. */
  async #writeSegments(columns: readonly string[], rows: readonly string[]): Promise<void> {
    const segments = await Promise.all(rows.map(packed));
    const ids = await this.tx.execute<{ id: number }>(sql`
      select nextval(pg_get_serial_sequence('span_segments', 'id'))::int8 as id from generate_series(1, ${rows.length}::int)`);
    const numbered = segments.map((row, index) => ({ ...row, new_id: Number(ids[index]?.id) }));
    const own = numbered.map(({ new_id, ...row }) => JSON.stringify({ ...row, id: new_id }));
    const names = ["id", ...columns].map((name) => sql.identifier(name));
    const list = sql.join(names, sql`, `);
    await this.tx.execute(sql`
      insert into span_segments (${list}) overriding system value select ${list}
      from jsonb_populate_recordset(null::span_segments, ${`[${own.join(",")}]`}::jsonb)`);
    const pairs = JSON.stringify(numbered.map(({ id, new_id }) => ({ id, new_id })));
    await this.tx.execute(sql`
      insert into new_segments select id, new_id from jsonb_to_recordset(${pairs}::jsonb) as pair(id bigint, new_id bigint)`);
  }
}

async function packed(row: string) {
  const read = segment.safeParse(JSON.parse(row));
  if (!read.success) throw new FileRefused("The file has contents of spans without their lines.");
  return { ...read.data, lines: `\\x${(await packLines(read.data.lines)).toString("hex")}` };
}
