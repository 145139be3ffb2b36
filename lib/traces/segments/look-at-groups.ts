// Which segments of groups may have the words of a search.
import { sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { textArray } from "@/db/text-array";
import type { QueryBits } from "./filter";
import { haveAll, ROW_BYTES } from "./side-by-side";

/** How many bits of each group are looked up: more would leave out nothing else. */
const MOST_BITS = 64;

/** By group: numbers of the segments that may have the words, and of those that may have them whole. */
export type GroupNumbers = Map<number, { mayHave: ReadonlySet<number>; mayHaveWhole: ReadonlySet<number> }>;

export async function lookAtGroups(db: Database, bits: QueryBits, ids: readonly number[]): Promise<GroupNumbers> {
  if (ids.length === 0) return new Map();
  const [beginning, whole] = [spread(bits.beginning), spread(bits.whole)];
  const looked = [...new Set([...beginning, ...whole])];
  const groups = await db.execute<{ id: number; rows: Buffer }>(sql`
    select id::float8, coalesce((
      select string_agg(substring(bits
        from ((bit * (octet_length(bits) / ${ROW_BYTES}::int)) >> 31)::int * ${ROW_BYTES}::int + 1 for ${ROW_BYTES}::int),
        ''::bytea order by number)
      from unnest(${textArray(looked.map(String))}::bigint[]) with ordinality as looked (bit, number)), '') as rows
    from filter_groups where id = any(${textArray(ids.map(String))}::bigint[])`);
  const rowsOf = (some: readonly number[]) => some.map((bit) => looked.indexOf(bit));
  const [rowsOfBeginning, rowsOfWhole] = [rowsOf(beginning), rowsOf(whole)];
  return new Map(
    groups.map(({ id, rows }) => [
      id,
      { mayHave: haveAll(rows, rowsOfBeginning), mayHaveWhole: haveAll(rows, rowsOfWhole) },
    ]),
  );
}

/** Some of them, of all words. */
function spread(bits: readonly number[]): readonly number[] {
  const step = Math.ceil(bits.length / MOST_BITS);
  return bits.filter((_, index) => index % step === 0);
}
