// What lists look for in sources and show of them, as SQL.
import { type SQL, sql } from "drizzle-orm";
import { contains } from "@/lib/pages";
import { sources } from "./registry";
import { previewJson } from "./sources";

/** SQL: the source's cells by name, or null. */
export function cellsJson(named: SQL, organizationId: SQL): SQL {
  const at = { id: sql`${named}.source_id`, organizationId };
  const cases = Object.entries(sources).flatMap(([type, source]) =>
    source.cells ? [sql`when ${sql.raw(`'${type}'`)} then ${source.cells(at)}`] : [],
  );
  return sql`case ${named}.source_type ${sql.join(cases, sql` `)} end`;
}

/** SQL: the ids of a queue's items whose source contains a part, ignoring case. */
export function foundBy(organizationId: string, queueId: string, part: string): SQL {
  const item = sql`select found.id from queue_items as found where found.queue_id = ${queueId} and found.deleted_at is null`;
  const searched = Object.entries(sources).flatMap(([type, source]) =>
    source.search ? [{ type, ids: source.search(organizationId, part) }] : [],
  );
  const others = sql`found.source_type not in ${searched.map(({ type }) => type)}`;
  const name = sql`${previewJson(sql`found`, sql`${organizationId}::uuid`)} ->> 'name'`;
  return sql.join(
    [
      ...searched.map(({ type, ids }) => sql`${item} and found.source_type = ${type} and found.source_id in (${ids})`),
      sql`${item} and ${others} and ${name} ilike ${contains(part)}`,
    ],
    sql` union all `,
  );
}
