// Which segments may have the words of a search, newest first: by their own filters, and by those of groups.
import { type SQL, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { textArray } from "@/db/text-array";
import { bitsOfQuery, type QueryBits } from "./filter";
import { type GroupNumbers, lookAtGroups } from "./look-at-groups";
import { type Stages, staged, stageOf } from "./stages";
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
  /** Deflated. */
  bytes: number;
}

export interface Candidates {
  /** Newest first. */
  found: Candidate[];
  /** All with a larger id are among these and those before; 0 at the end. */
  after: number;
}

/** How many filters are looked at. */
const FILTERS: Stages = [32, 512, 8192];
const GROUPS: Stages = [1, 8, 64];

export function candidatesOf(db: Database, search: SegmentSearch): AsyncGenerator<Candidates> {
  const bits = bitsOfQuery(search.query);
  return search.segments ? amongChosen(db, search, search.segments, bits) : amongAll(db, search, bits);
}

/** Segments are grouped, and groups renewed, meanwhile: each is found, some twice. */
async function* amongAll(db: Database, search: SegmentSearch, bits: QueryBits): AsyncGenerator<Candidates> {
  const groups: Group[] = [];
  let [latest, left, filterStage, groupStage] = [0, Number.POSITIVE_INFINITY, 0, 0];
  let waiting: Candidate[] = [];
  while (left > 0 || groups.length > 0) {
    if (left > lastOf(groups)) {
      const stage = stageOf(FILTERS, filterStage++);
      const looked = await lookAtFilters(db, search, bits, { after: latest, before: left, limit: stage });
      waiting.push(...looked.candidates);
      // Segments that are in no row any more have just come into these.
      groups.push(...looked.groups);
      groups.sort((one, other) => other.last - one.last);
      latest = Math.max(latest, ...looked.groups.map(({ id }) => id));
      left = looked.looked < stage || looked.last === null ? 0 : looked.last - 1;
    } else {
      const some = groups.splice(0, stageOf(GROUPS, groupStage++)).map(({ id }) => id);
      waiting.push(...(await membersOf(db, search, await lookAtGroups(db, bits, some))));
    }
    const after = Math.max(left, lastOf(groups));
    const found = waiting.filter(({ id }) => id > after).sort((one, other) => other.id - one.id);
    waiting = waiting.filter(({ id }) => id <= after);
    yield { found, after };
  }
}

/** The condition is costly, so it is asked once. */
async function* amongChosen(
  db: Database,
  search: SegmentSearch,
  condition: SQL,
  bits: QueryBits,
): AsyncGenerator<Candidates> {
  const chosen = await chosenSegments(db, search, condition, bits);
  const numbers: GroupNumbers = new Map();
  for (const [some, left] of staged(chosen, FILTERS)) {
    const groups = new Set(some.flatMap(({ group }) => (group === null || numbers.has(group) ? [] : group)));
    for (const [id, own] of await lookAtGroups(db, bits, [...groups])) numbers.set(id, own);
    const found = some.flatMap(({ id, group, number, may_have, may_have_whole, bytes }): Candidate[] => {
      if (group === null) return may_have ? [{ id, may_have_whole, bytes }] : [];
      const own = numbers.get(group);
      return own?.mayHave.has(number) ? [{ id, may_have_whole: own.mayHaveWhole.has(number), bytes }] : [];
    });
    yield { found, after: left > 0 ? (some.at(-1)?.id ?? 1) - 1 : 0 };
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
      select id, ${mayHave(beginning)} as may_have, ${mayHave(whole)} as may_have_whole, octet_length(lines) as bytes
      from span_segments as segment
      where filter_group_id is null and ${isOwn(search)}
        ${Number.isFinite(before) ? sql`and id <= ${before}::bigint` : sql``}
      order by id desc limit ${sql.raw(String(limit))})
    select
      coalesce(json_agg(json_build_object('id', id, 'may_have_whole', may_have_whole, 'bytes', bytes))
        filter (where may_have), '[]') as candidates,
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

interface Chosen extends Record<string, unknown> {
  id: number;
  group: number | null;
  /** In its group. */
  number: number;
  /** By its own filter: of segments without a group. */
  may_have: boolean;
  may_have_whole: boolean;
  bytes: number;
}

/** The segments that the condition leaves, newest first. */
const chosenSegments = async (
  db: Database,
  search: SegmentSearch,
  condition: SQL,
  { beginning, whole }: QueryBits,
): Promise<Chosen[]> => [
  ...(await db.execute<Chosen>(sql`
    select id::float8, filter_group_id::float8 as group, filter_number as number, ${mayHave(beginning)} as may_have,
      ${mayHave(whole)} as may_have_whole, octet_length(lines) as bytes
    from span_segments as segment where ${isOwn(search)} and ${condition} order by segment.id desc`)),
];

interface Member extends Record<string, unknown> {
  id: number;
  group: number;
  number: number;
  bytes: number;
}

/** The segments with these numbers in their groups, in any order. */
async function membersOf(db: Database, search: SegmentSearch, numbers: GroupNumbers): Promise<Candidate[]> {
  const pairs = [...numbers].flatMap(([group, { mayHave }]) => [...mayHave].map((number) => [group, number] as const));
  if (pairs.length === 0) return [];
  const members = await db.execute<Member>(sql`
    select id::float8, filter_group_id::float8 as group, filter_number as number, octet_length(lines) as bytes
    from span_segments where ${isOwn(search)} and (filter_group_id, filter_number) in (
      select * from unnest(${textArray(pairs.map(([group]) => String(group)))}::bigint[],
        ${textArray(pairs.map(([, number]) => String(number)))}::smallint[]))`);
  return members.map(({ id, group, number, bytes }) => ({
    id,
    bytes,
    may_have_whole: numbers.get(group)?.mayHaveWhole.has(number) === true,
  }));
}
