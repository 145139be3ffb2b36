// What lists look for in sources and show of them, as SQL.
import { type SQL, sql } from "drizzle-orm";
import { hasText } from "@/lib/pages";
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

/** SQL: the ids of a queue's items whose source contains a part, ignoring case. Reads the queue's own sources only. */
export function foundBy(organizationId: string, queueId: string, part: string): SQL {
  const item = sql`select found.id from queue_items as found where found.queue_id = ${queueId} and found.deleted_at is null`;
  const at = { id: sql`found.source_id`, organizationId: sql`${organizationId}::uuid` };
  const searched = Object.entries(sources).flatMap(([type, source]) =>
    source.search ? [{ type, contains: source.search(at, part) }] : [],
  );
  const others = sql`found.source_type not in ${searched.map(({ type }) => type)}`;
  const name = sql`${previewJson(sql`found`, at.organizationId)} ->> 'name'`;
  return sql.join(
    [
      ...searched.map((each) => sql`${item} and found.source_type = ${each.type} and ${each.contains}`),
      sql`${item} and ${others} and ${hasText(sql`(${name})`, part)}`,
    ],
    sql` union all `,
  );
}
