// Which segments may have the words of a search, newest first: by their own filters, and by those of groups.
import { type SQL, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { textArray } from "@/db/text-array";
import { bitsOfQuery, type QueryBits } from "./filter";
import { haveAll, ROW_BYTES } from "./side-by-side";
import type { TextQuery } from "./words";

export interface SegmentSearch {
  /** Null for all organizations. */
  organizationId: string | null;
  /** Null for all projects. */
  projectId: string | null;
  query: TextQuery;
  /** A condition on rows of `span_segments as segment` that leaves few of them. */
  segments?: SQL | undefined;
}

/** A segment that may have the words, in whatever spans. */
export interface Candidate {
  id: number;
  /** Whether it may have the last word as it is, not only a longer one. */
  may_have_whole: boolean;
}

export interface Candidates {
  /** Newest first. */
  found: Candidate[];
  /** All with a larger id are among these and those before; 0 at the end. */
  after: number;
}

/** How many filters are looked at, one stage after the other: of a frequent word the first few are enough. */
const FILTERS = [32, 512, 8192] as const;
const GROUPS = [1, 8, 64] as const;

/** How many bits of each group are looked up: more would leave out nothing else. */
const MOST_BITS = 64;

/** Segments are grouped, and groups renewed, meanwhile: each is found, some twice. */
export async function* candidatesOf(db: Database, search: SegmentSearch): AsyncGenerator<Candidates> {
  const bits = bitsOfQuery(search.query);
  const groups: Group[] = [];
  let [latest, left, filterStage, groupStage] = [0, Number.POSITIVE_INFINITY, 0, 0];
  let waiting: Candidate[] = [];
  while (left > 0 || groups.length > 0) {
    if (left > lastOf(groups)) {
      const stage = FILTERS[Math.min(filterStage++, FILTERS.length - 1)] ?? 1;
      const looked = await lookAtFilters(db, search, bits, { after: latest, before: left, limit: stage });
      waiting.push(...looked.candidates);
      // Segments that are in no row any more have just come into these.
      groups.push(...looked.groups);
      groups.sort((one, other) => other.last - one.last);
      latest = Math.max(latest, ...looked.groups.map(({ id }) => id));
      left = looked.looked < stage || looked.last === null ? 0 : looked.last - 1;
    } else {
      const some = groups.splice(0, GROUPS[Math.min(groupStage++, GROUPS.length - 1)]);
      waiting.push(...(await lookAtGroups(db, search, bits, some)));
    }
    const after = Math.max(left, lastOf(groups));
    const found = waiting.filter(({ id }) => id > after).sort((one, other) => other.id - one.id);
    waiting = waiting.filter(({ id }) => id <= after);
    yield { found, after };
  }
}

interface Group {
  id: number;
  /** The largest id of its segments. */
  last: number;
}

const lastOf = ([newest]: readonly Group[]): number => newest?.last ?? 0;

interface Looked extends Record<string, unknown> {
  candidates: Candidate[];
  /** The oldest segment that was looked at. */
  last: number | null;
  looked: number;
  /** Groups with larger ids than `after`. */
  groups: Group[];
}

/** What is in groups, and what is not, as of one moment: it is one statement. */
async function lookAtFilters(
  db: Database,
  search: SegmentSearch,
  { beginning, whole }: QueryBits,
  { after, before, limit }: { after: number; before: number; limit: number },
): Promise<Looked> {
  const [found] = await db.execute<Looked>(sql`
    with looked as (
      select id, ${mayHave(beginning)} as may_have, ${mayHave(whole)} as may_have_whole
      from span_segments as segment
      where filter_group_id is null and ${isOwn(search)} ${search.segments ? sql`and ${search.segments}` : sql``}
        ${Number.isFinite(before) ? sql`and id <= ${before}::bigint` : sql``}
      order by id desc limit ${sql.raw(String(limit))})
    select
      coalesce(json_agg(json_build_object('id', id, 'may_have_whole', may_have_whole)) filter (where may_have), '[]')
        as candidates,
      min(id)::float8 as last, count(*)::int as looked,
      (select coalesce(json_agg(json_build_object('id', id, 'last', last_segment_id)), '[]') from filter_groups
        where ${isOwn(search)} and id > ${after}::bigint) as groups
    from looked`);
  return found ?? { candidates: [], last: null, looked: 0, groups: [] };
}

const isOwn = ({ organizationId, projectId }: SegmentSearch): SQL => sql`
  ${organizationId === null ? sql`true` : sql`organization_id = ${organizationId}::uuid`}
  ${projectId === null ? sql`` : sql`and project_id = ${projectId}::uuid`}`;

/** Whether a filter has the bits. Segments of earlier versions have no filter for a while. */
const mayHave = (bits: readonly number[]): SQL =>
  sql.raw(`(filter is null or ${bits.map(hasBit).join(" and ") || "true"})`);

/** As filter.ts has it. */
const hasBit = (bit: number): string => `get_bit(filter, (${bit}::bigint * octet_length(filter) * 8) >> 31) = 1`;

async function lookAtGroups(
  db: Database,
  search: SegmentSearch,
  bits: QueryBits,
  groups: readonly Group[],
): Promise<Candidate[]> {
  const ids = textArray(groups.map(({ id }) => String(id)));
  const [beginning, whole] = [spread(bits.beginning), spread(bits.whole)];
  const looked = [...new Set([...beginning, ...whole])];
  const rows = await db.execute<{ id: string; bits: Buffer }>(sql`
    select id::text, coalesce((
      select string_agg(substring(bits
        from ((bit * (octet_length(bits) / ${ROW_BYTES}::int)) >> 31)::int * ${ROW_BYTES}::int + 1 for ${ROW_BYTES}::int),
        ''::bytea order by number)
      from unnest(${textArray(looked.map(String))}::bigint[]) with ordinality as looked (bit, number)), '') as bits
    from filter_groups where id = any(${ids}::bigint[])`);
  const rowsOf = (some: readonly number[]) => some.map((bit) => looked.indexOf(bit));
  const mayHave = new Map(rows.map(({ id, bits: own }) => [id, haveAll(own, rowsOf(beginning))]));
  const mayHaveWhole = new Map(rows.map(({ id, bits: own }) => [id, haveAll(own, rowsOf(whole))]));
  const members = await membersOf(db, search, mayHave);
  return members.map(({ id, group, number }) => ({
    id: Number(id),
    may_have_whole: mayHaveWhole.get(group)?.has(number) === true,
  }));
}

/** Some of them, of all words. */
function spread(bits: readonly number[]): readonly number[] {
  const step = Math.ceil(bits.length / MOST_BITS);
  return bits.filter((_, index) => index % step === 0);
}

interface Member extends Record<string, unknown> {
  id: string;
  group: string;
  number: number;
}

/** The segments with these numbers in their groups, in any order. */
async function membersOf(db: Database, search: SegmentSearch, numbers: ReadonlyMap<string, ReadonlySet<number>>) {
  const pairs = [...numbers].flatMap(([group, own]) => [...own].map((number) => [group, number] as const));
  if (pairs.length === 0) return [];
  // The condition leaves few segments of a group; else there may be many groups without any.
  const isMember = search.segments
    ? sql`filter_group_id = any(${textArray([...numbers.keys()])}::bigint[]) and ${search.segments}`
    : sql`(filter_group_id, filter_number) in (
        select * from unnest(${textArray(pairs.map(([group]) => group))}::bigint[],
          ${textArray(pairs.map(([, number]) => String(number)))}::smallint[]))`;
  const members = await db.execute<Member>(sql`
    select segment.id::text, filter_group_id::text as group, filter_number as number from span_segments as segment
    where ${isOwn(search)} and ${isMember}`);
  return members.filter(({ group, number }) => numbers.get(group)?.has(number));
}
