// What the daily operations read must not grow with the queue: counted in rows and plan nodes on a million items, not in time.

import { sql } from "drizzle-orm";
import { drizzle } from "drizzle-orm/postgres-js";
import postgres from "postgres";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Database, schemaOptions } from "@/db/client";
import { createCaller, createOrganization, suiteDatabase, type TestOrganization } from "@/db/testing/factories";
import { listQueues } from "@/lib/annotation/queues/list-queues";
import { createTestQueue, type TestQueue } from "@/lib/annotation/testing/queues";
import { nextItem, releaseItem } from "@/lib/annotation/work/claims";
import { completeItem } from "@/lib/annotation/work/completions";
import { annotateDetail } from "@/lib/annotation/work/detail";
import { skipItem } from "@/lib/annotation/work/skip";
import { submitAnnotations } from "@/lib/annotation/work/submissions";
import type { Context } from "@/lib/context";
import { getQueueAgreement } from "./agreement-report";
import { getQueueAnalytics } from "./analytics";
import { getQueueProgress } from "./progress";

const ITEMS = 1_000_000;
const ROWS_READ_AT_MOST = 2000;
// Those that are filled here: of a table of a few rows every plan is a scan.
const growing = ["queue_items", "item_seats", "scores", "agreement_items", "item_contributions", "item_marks"];

const database = suiteDatabase(4);
let client: postgres.Sql;
let owner: Context;
let organization: TestOrganization;
let annotator: Context;
let queue: TestQueue;
interface Logged {
  query: string;
  params: unknown[];
}
let logged: Logged[] = [];

beforeAll(async () => {
  organization = await createOrganization(database.db);
  client = postgres(database.url, { max: 1, debug: (_, query, params) => void logged.push({ query, params }) });
  const db = drizzle(client, schemaOptions);
  owner = { ...(await createCaller(database.db, organization, "Owner")), db };
  annotator = { ...(await createCaller(database.db, organization)), db };
  const others = await Promise.all(Array.from({ length: 3 }, () => createCaller(database.db, organization)));
  queue = await createTestQueue({ ...owner, db: database.db }, organization, {
    items: 20,
    annotators: [annotator, ...others],
    annotationsRequired: 2,
  });
  await fill(
    database.db,
    organization,
    queue,
    others.map((other) => other.caller.userId),
  );
}, 180_000);
afterAll(async () => {
  await client.end();
});

/** A quarter of the items are completed by two people each, who differ on every third. */
async function fill(
  db: Database,
  organization: { id: string; workspaceId: string },
  { queue_id, labelId }: TestQueue,
  people: string[],
) {
  const [first, second] = people;
  const done = sql`queue_items as item, unnest(array[${first}, ${second}]::uuid[]) as person(id)
    where item.queue_id = ${queue_id} and item.status = 'completed'`;
  await db.transaction(async (tx) => {
    // Without triggers and foreign keys, and with ids in order: a million items in seconds.
    await tx.execute(sql`set local session_replication_role = replica`);
    await tx.execute(sql`
      insert into queue_items (id, organization_id, queue_id, source_type, source_id, status, open_seats, "order", completed_at)
      select ('00000000-0000-4000-8000-' || lpad(to_hex(n), 12, '0'))::uuid, ${organization.id}, ${queue_id}, 'dataset_row',
        '00000000-0000-4000-9000-' || lpad(to_hex(n), 12, '0'), case when n % 4 = 0 then 'completed' else 'pending' end,
        case when n % 4 = 0 then 0 else 2 end, 100 + n, case when n % 4 = 0 then now() - n % 40 * interval '1 day' end
      from generate_series(1, ${ITEMS}::int) as n`);
    await tx.execute(sql`
      insert into item_seats (item_id, user_id, queue_id, state, completed_at, work_ms)
      select item.id, person.id, ${queue_id}, 'completed', item.completed_at, 20000 + item."order" % 90000 from ${done}`);
    await tx.execute(sql`
      insert into scores (organization_id, workspace_id, source_type, source_id, label_id, label_version, annotator_id,
        queue_item_id, queue_id, value)
      select ${organization.id}, ${organization.workspaceId}, 'dataset_row', item.source_id, ${labelId}, 1, person.id, item.id,
        ${queue_id}, jsonb_build_object('rating', 1 + item."order" % 5) from ${done}`);
    await tx.execute(sql`
      insert into agreement_items (item_id, label_id, queue_id, answers, disagrees)
      select id, ${labelId}, ${queue_id}, '{}', "order" % 3 = 0 from queue_items
      where queue_id = ${queue_id} and status = 'completed'`);
    await tx.execute(sql`
      insert into item_contributions (queue_id, item_id, figures)
      select queue_id, id, jsonb_build_object('items', jsonb_build_object(status, 1)) from queue_items
      where queue_id = ${queue_id} and "order" > 100 and "order" % 20 = 0`);
    await tx.execute(sql`
      insert into queue_figures (queue_id, figure, subject_id, key, sum) values
        (${queue_id}, 'items', ${queue_id}, 'pending', ${(ITEMS * 3) / 4}::int),
        (${queue_id}, 'items', ${queue_id}, 'completed', ${ITEMS / 4}::int)`);
    await tx.execute(sql`
      insert into item_marks (queue_id, item_id)
      select '00000000-0000-4000-a000-000000000000', gen_random_uuid() from generate_series(1, 100000)`);
  });
  // A vacuum in between would let index-only scans read rows that are not counted.
  for (const name of growing) await db.execute(sql.raw(`alter table ${name} set (autovacuum_enabled = off)`));
  await db.execute(sql`analyze`);
}

type Reads = Record<string, number>;
async function rowsRead(db: Database): Promise<Reads> {
  const rows = await db.execute<{ name: string; count: string }>(sql`
    select relname as name, coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0) as count
    from pg_stat_xact_user_tables where relname in ${growing}`);
  return Object.fromEntries(rows.map((row) => [row.name, Number(row.count)]));
}

/** Rows that an operation reads of each growing table, by all of its statements, triggers included. */
async function readsOf(context: Context, operation: (context: Context) => Promise<unknown>): Promise<Reads> {
  return context.db.transaction(async (tx) => {
    const before = await rowsRead(tx);
    await operation({ ...context, db: tx });
    const after = await rowsRead(tx);
    return Object.fromEntries(growing.map((name) => [name, (after[name] ?? 0) - (before[name] ?? 0)]));
  });
}

const scansOf = (plan: unknown): { type: string; relation: string }[] => {
  if (plan === null || typeof plan !== "object") return [];
  const own =
    "Node Type" in plan && "Relation Name" in plan
      ? [{ type: String(plan["Node Type"]), relation: String(plan["Relation Name"]) }]
      : [];
  return [...own, ...Object.values(plan).flatMap(scansOf)];
};

async function plansOf(operation: () => Promise<unknown>): Promise<{ query: string; plan: unknown }[]> {
  logged = [];
  await operation();
  const explainable = logged.filter(({ query }) => /^\s*(select|with|insert|update|delete)/i.test(query));
  const explain = async ({ query, params }: Logged) => [
    { query, plan: await client.unsafe(`explain (format json) ${query}`, params as never[]) }, // safe: what the driver was given before
    // What a connection comes to use once it has run the statement a few times.
    { query, plan: await client.unsafe(`explain (generic_plan, format json) ${query}`) },
  ];
  return (await Promise.all(explainable.map(explain))).flat();
}

const own = () => ({ queue_id: queue.queue_id, item_id: queue.itemIds[3] ?? "" });
const rated = () => ({ ...own(), annotations: [{ label_id: queue.labelId, value: 4 }] });
const operations: [string, (context: Context) => Promise<unknown>][] = [
  ["progress", (context) => getQueueProgress(context, { queue_id: queue.queue_id })],
  [
    "progress of a reviewer",
    (context) => getQueueProgress({ ...context, caller: owner.caller }, { queue_id: queue.queue_id }),
  ],
  ["analytics", (context) => getQueueAnalytics({ ...context, caller: owner.caller }, { queue_id: queue.queue_id })],
  ["agreement", (context) => getQueueAgreement({ ...context, caller: owner.caller }, { queue_id: queue.queue_id })],
  ["queues with counts", (context) => listQueues(context, { page: 1, include_counts: true, archived: false })],
  ["next-item", (context) => nextItem(context, { queue_id: queue.queue_id, include_completed: false })],
  ["annotate-detail", (context) => annotateDetail(context, { ...own(), reserve: true })],
  ["submit", (context) => submitAnnotations(context, rated())],
  ["complete and the next", (context) => completeItem(context, own())],
  ["skip and the next", (context) => skipItem(context, { queue_id: queue.queue_id, item_id: queue.itemIds[5] ?? "" })],
];

describe.each(operations)("%s", (_, operation) => {
  test(`reads a bounded number of rows and scans no growing table`, async () => {
    const reads = await readsOf(annotator, operation);
    const tooMany = Object.entries(reads).filter(([, rows]) => rows > ROWS_READ_AT_MOST);
    expect(tooMany).toEqual([]);
    const plans = await plansOf(() => operation(annotator));
    expect(plans.length).toBeGreaterThan(0);
    const scanned = plans.flatMap(({ query, plan }) =>
      scansOf(plan)
        .filter(({ type, relation }) => type === "Seq Scan" && growing.includes(relation))
        .map(({ relation }) => `${relation}: ${query}`),
    );
    expect(scanned).toEqual([]);
  });
});

test("the row count reveals a read of all items of the queue", async () => {
  const reads = await readsOf(annotator, ({ db }) =>
    db.execute(sql`select count(metadata) from queue_items where queue_id = ${queue.queue_id}`),
  );
  expect(reads.queue_items).toBeGreaterThan(ITEMS);
});

test("a claim uses the index of free items", async () => {
  const plans = await plansOf(() =>
    nextItem(annotator, { queue_id: queue.queue_id, include_completed: false, exclude: queue.itemIds }),
  );
  const claims = plans.filter(({ query }) => query.includes("skip locked"));
  expect(claims.length).toBeGreaterThan(0);
  for (const { plan } of claims) expect(JSON.stringify(plan)).toContain("queue_items_free");
});

describe("an annotator with fifty thousand completed items that others may still take", () => {
  const DONE = 50_000;
  const veteran = () => ({ ...owner, caller: { ...annotator.caller, userId: veteranId } });
  let veteranId = "";

  beforeAll(async () => {
    const { caller } = await createCaller(database.db, organization);
    veteranId = caller.userId;
    await database.db.transaction(async (tx) => {
      await tx.execute(sql`set local session_replication_role = replica`);
      await tx.execute(sql`
        insert into queue_members (queue_id, user_id, roles) values (${queue.queue_id}, ${veteranId}, '{annotator}')`);
      await tx.execute(sql`
        with done as (
          select id from queue_items where queue_id = ${queue.queue_id} and open_seats = 2
          order by (-priority), "order", id limit ${DONE}
        ), seated as (
          insert into item_seats (item_id, user_id, queue_id, state, completed_at)
          select id, ${veteranId}, ${queue.queue_id}, 'completed', now() from done
        )
        update queue_items set open_seats = 1 where id in (select id from done)`);
    });
  }, 60_000);

  test("does not scan past them again at the next claim", async () => {
    const claim = (exclude: string[]) =>
      nextItem(veteran(), { queue_id: queue.queue_id, include_completed: false, exclude });
    const first = await claim([]);
    const second = await claim([first.item?.id ?? ""]);
    const exclude = [first, second].flatMap(({ item }) => item?.id ?? []);
    expect(exclude).toHaveLength(2);
    const reads = await readsOf(veteran(), ({ db }) =>
      nextItem({ ...veteran(), db }, { queue_id: queue.queue_id, include_completed: false, exclude }),
    );
    expect(Object.entries(reads).filter(([, rows]) => rows > ROWS_READ_AT_MOST)).toEqual([]);
  });

  test("gets an earlier item that another annotator opened and released", async () => {
    const earliest = await database.db.execute<{ id: string }>(sql`
      select item_id as id from item_seats join queue_items as item on item.id = item_id
      where item_seats.user_id = ${veteranId} and item_seats.state = 'completed' order by item."order" limit 1`);
    const item_id = earliest[0]?.id ?? "";
    await database.db.execute(sql`delete from item_seats where item_id = ${item_id} and user_id = ${veteranId}`);
    const other = { ...owner, caller: { ...annotator.caller } };
    await annotateDetail(other, { queue_id: queue.queue_id, item_id, reserve: true });
    await releaseItem(other, { queue_id: queue.queue_id, item_id });
    const reserved = await database.db.execute<{ id: string }>(sql`
      select item_id as id from item_seats where user_id = ${veteranId} and state = 'reserved'`);
    const exclude = reserved.map((seat) => seat.id);
    const next = await nextItem(veteran(), { queue_id: queue.queue_id, include_completed: false, exclude });
    expect(next.item?.id).toBe(item_id);
  });
});

test("in a queue with assignment, the desk finds a far item without scanning all items", async () => {
  const { caller } = await createCaller(database.db, organization);
  const assignee = { ...annotator, caller };
  const [last] = await database.db.execute<{ id: string }>(sql`
    select id from queue_items where queue_id = ${queue.queue_id} and deleted_at is null
    order by (-priority) desc, "order" desc, id desc limit 1`);
  const [first = "", far = ""] = [queue.itemIds[0], last?.id];
  await database.db.execute(sql`
    insert into queue_members (queue_id, user_id, roles) values (${queue.queue_id}, ${caller.userId}, '{annotator}')`);
  await database.db.execute(sql`
    insert into item_assignees (item_id, user_id, queue_id)
    select id, ${caller.userId}, queue_id from queue_items where id in (${first}, ${far})`);
  await database.db.execute(sql`update queues set auto_assign = false where id = ${queue.queue_id}`);
  const neighbours: unknown[] = [];
  const open = async (context: Context, item_id: string) => {
    const { next_item_id, prev_item_id } = await annotateDetail(context, {
      queue_id: queue.queue_id,
      item_id,
      reserve: false,
    });
    neighbours.push([prev_item_id, next_item_id]);
  };
  for (const item of [first, far]) {
    const reads = await readsOf(assignee, (context) => open(context, item));
    expect(Object.entries(reads).filter(([, rows]) => rows > ROWS_READ_AT_MOST)).toEqual([]);
  }
  expect(neighbours).toEqual([
    [null, far],
    [first, null],
  ]);
});
