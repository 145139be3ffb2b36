// Puts the filters of segments side by side, once a project has enough of them, and renews groups some of whose segments were erased.
// One server at a time. It may be killed anywhere and runs beside everything else: a segment's filter is in its row or in its group.
import { sql } from "drizzle-orm";
import { advisoryLocks } from "@/db/advisory-locks";
import type { Database } from "@/db/client";
import { textArray } from "@/db/text-array";
import { transaction } from "@/db/transaction";
import { continueAfter, DONE, STEP_MS, type StepResult } from "@/lib/jobs/step";
import { renewed, SEGMENTS_OF_GROUP, sideBySide } from "./side-by-side";

/** Filters read at a time. */
const READ = 128;

/** Groups filters for some seconds. The result says whether there is more. */
export const groupFilters = (db: Database, until = Date.now() + STEP_MS, size = SEGMENTS_OF_GROUP) =>
  whileSome(db, until, (tx) => groupSome(tx, size));

/** Renews groups for some seconds. The result says whether there is more. */
export const renewGroups = (db: Database, until = Date.now() + STEP_MS) => whileSome(db, until, renewOne);

async function whileSome(db: Database, until: number, work: (tx: Database) => Promise<boolean>): Promise<StepResult> {
  for (;;) {
    const isMore = await transaction(db, async (tx) => (await isMine(tx)) && (await work(tx)));
    if (!isMore) return DONE;
    if (Date.now() >= until) return continueAfter(0);
  }
}

async function isMine(tx: Database): Promise<boolean> {
  const [lock] = await tx.execute<{ is_mine: boolean }>(
    sql`select pg_try_advisory_xact_lock(${advisoryLocks.filterGroups}) as is_mine`,
  );
  return lock?.is_mine === true;
}

interface Owner extends Record<string, unknown> {
  organization_id: string;
  project_id: string;
}

/** The oldest filters of a project that has enough. Returns whether there were. */
async function groupSome(tx: Database, size: number): Promise<boolean> {
  const owners = await tx.execute<Owner>(sql`
    select organization_id::text, project_id::text from span_segments where filter_group_id is null
    group by organization_id, project_id having count(*) >= ${size}::int`);
  for (const owner of owners) {
    const { ids, filters } = await lockFilters(tx, owner, size);
    // Fewer where some have no filter yet, or are locked because spans are erased.
    if (ids.length === size) return storeGroup(tx, owner, ids, await sideBySide(filters));
  }
  return false;
}

async function storeGroup(tx: Database, owner: Owner, ids: readonly string[], bits: Buffer): Promise<true> {
  await tx.execute(sql`
    with made as (
      insert into filter_groups (organization_id, project_id, last_segment_id, segment_count, bits)
      values (${owner.organization_id}::uuid, ${owner.project_id}::uuid, ${ids.at(-1)}::bigint, ${ids.length}::int,
        decode(${bits.toString("base64")}, 'base64'))
      returning id)
    update span_segments as segment set filter = null, filter_group_id = made.id, filter_number = member.number - 1
    from made, unnest(${textArray(ids)}::bigint[]) with ordinality as member (id, number)
    where segment.id = member.id`);
  return true;
}

async function lockFilters(tx: Database, { organization_id, project_id }: Owner, size: number) {
  const ids: string[] = [];
  const filters: Buffer[] = [];
  while (ids.length < size) {
    const some = await tx.execute<{ id: string; filter: Buffer }>(sql`
      select segment.id::text, filter from span_segments as segment
      where organization_id = ${organization_id}::uuid and project_id = ${project_id}::uuid
        and filter_group_id is null and filter is not null
        and segment.id > ${ids.at(-1) ?? "0"}::bigint
      order by segment.id limit ${Math.min(READ, size - ids.length)} for update skip locked`);
    if (some.length === 0) break;
    ids.push(...some.map(({ id }) => id));
    filters.push(...some.map(({ filter }) => filter));
  }
  return { ids, filters };
}

interface Changed extends Record<string, unknown> {
  id: string;
  left: number;
}

/** A group some of whose segments are gone, or have a filter of their own again. Returns whether there was one. */
async function renewOne(tx: Database): Promise<boolean> {
  const [group] = await tx.execute<Changed>(sql`
    select filter_groups.id::text, coalesce(member.left, 0) as left
    from filter_groups left join (
      select filter_group_id as id, count(*)::int as left, count(filter) > 0 as is_changed from span_segments
      where filter_group_id is not null group by filter_group_id) as member using (id)
    where member.id is null or member.is_changed or member.left < filter_groups.segment_count limit 1`);
  if (!group) return false;
  if (group.left === 0) await tx.execute(sql`delete from filter_groups where id = ${group.id}::bigint`);
  else await renew(tx, group.id);
  return true;
}

async function renew(tx: Database, id: string): Promise<void> {
  const [group] = await tx.execute<{ bits: Buffer }>(sql`select bits from filter_groups where id = ${id}::bigint`);
  const members = await tx.execute<{ number: number; filter: Buffer | null }>(sql`
    select filter_number as number, filter from span_segments where filter_group_id = ${id}::bigint for update`);
  if (!group) return;
  const changed = new Map(members.flatMap(({ number, filter }) => (filter ? [[number, filter] as const] : [])));
  const bits = renewed(group.bits, new Set(members.map(({ number }) => number)), changed);
  await tx.execute(sql`
    with renewed as (
      update filter_groups set segment_count = ${members.length}::int, bits = decode(${bits.toString("base64")}, 'base64')
      where id = ${id}::bigint)
    update span_segments set filter = null where filter_group_id = ${id}::bigint and filter is not null`);
}
