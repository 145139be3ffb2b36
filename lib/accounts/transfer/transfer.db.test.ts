import { randomUUID } from "node:crypto";
import { gunzipSync, gzipSync } from "node:zlib";
import { eq, type SQL, sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { connect, type Database } from "@/db/client";
import { memberships, organizations, queues, spans, users } from "@/db/schema";
import { createDatabase } from "@/db/testing/database";
import { createCaller, createOrganization, createUser, type TestOrganization } from "@/db/testing/factories";
import { getQueueAgreement } from "@/lib/annotation/reports/agreement-report";
import { getQueueAnalytics } from "@/lib/annotation/reports/analytics";
import { getQueueProgress } from "@/lib/annotation/reports/progress";
import { recordAct } from "@/lib/audit/record";
import type { Context } from "@/lib/context";
import { startTestGateway } from "@/lib/gateway-admin/testing";
import type { FileOutput } from "@/lib/http/respond";
import { furnish } from "@/lib/http/testing/furnish";
import { exportTraces } from "@/lib/traces/ingestion";
import { getSpan } from "@/lib/traces/one-span";
import { exportOf, hexId, type TestSpan } from "@/lib/traces/testing";
import { erasePerson } from "../erasure/erase-person";
import { exportOrganization } from "./export-organization";
import { importOrganization } from "./import-organization";
import { carriedTables, leftOut } from "./rules/carried";

// Every table is written and read.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const MARK = `Mark${randomUUID().slice(0, 8)}`;
let world: Awaited<ReturnType<typeof startTestGateway>>;
let organization: TestOrganization;
let owner: Context;
let file: Buffer;

beforeAll(async () => {
  world = await startTestGateway();
  organization = await createOrganization(world.db);
  owner = await createCaller(world.db, organization, "Owner");
  await furnish(owner, MARK);
  await sendTwice(owner);
  await furnish(await createCaller(world.db, await createOrganization(world.db), "Owner"), "Neighbour");
  file = await fileOf(owner);
});
afterAll(() => world.close());

const REPLACED = `Replaced${randomUUID().slice(0, 8)}`;

/** A span that shares a segment with another one, and is sent again with other contents. */
async function sendTwice(context: Context): Promise<void> {
  const send = (...sent: TestSpan[]) => exportTraces(context, exportOf({ "service.name": "twice" }, sent));
  const span = { traceId: hexId(16), spanId: hexId(8), name: `name of ${REPLACED}` };
  const other = { traceId: hexId(16), spanId: hexId(8), values: { "input.value": "stays" } };
  await send({ ...span, values: { "input.value": REPLACED } }, other);
  await send({ ...span, name: "newer", values: { "input.value": "newer" } });
}

async function fileOf(context: Context): Promise<Buffer> {
  // A `file` operation returns its file.
  const { content } = (await exportOrganization(context, {})) as FileOutput;
  return Buffer.from(await new Response(content as ReadableStream<Uint8Array>).arrayBuffer());
}

async function* bytesOf(buffer: Buffer): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < buffer.length; at += 1000) yield buffer.subarray(at, at + 1000);
}

/** Another server's database. */
async function elsewhere<T>(work: (db: Database) => Promise<T>): Promise<T> {
  const database = await createDatabase();
  const { db, close } = connect(database.url, 5);
  try {
    return await work(db);
  } finally {
    await close();
    await database.drop();
  }
}

/** Numbers that each database gives itself, and what only this server can open. */
const ownOf: Readonly<Record<string, readonly string[]>> = {
  submissions: ["id"],
  item_drafts: ["revision"],
  span_segments: ["id", "lines"],
  spans: ["segment_id", "earlier_segment_ids"],
  agent_definitions: ["secrets"],
  agent_versions: ["secrets"],
  gateway_settings: ["config"],
};

async function rowsOf(db: Database): Promise<Record<string, string[]>> {
  const all: Record<string, string[]> = {};
  for (const { name, isOwn } of carriedTables) {
    const rows = await db.execute<{ row: string }>(sql`
      select (to_jsonb(part) - ${`{${(ownOf[name] ?? []).join(",")}}`}::text[])::text as row
      from ${sql.identifier(name)} as part where ${isOwn(organization.id)} order by 1`);
    all[name] = rows.map(({ row }) => row);
  }
  return all;
}

test("another server gets every row, the same figures and the same span contents", () =>
  elsewhere(async (db) => {
    const imported = await importOrganization(db, bytesOf(file));
    expect(imported).toMatchObject({ organizationId: organization.id, name: `${MARK} organization`, known: 0 });
    const [here, there] = [await rowsOf(world.db), await rowsOf(db)];
    expect(there).toEqual(here);
    expect(Object.values(there).filter((rows) => rows.length > 0).length).toBeGreaterThan(60);

    const other: Context = { ...owner, db };
    const own = await world.db.select().from(queues).where(eq(queues.organizationId, organization.id));
    for (const { id: queue_id } of own.filter((queue) => queue.deletedAt === null)) {
      expect(await getQueueProgress(other, { queue_id })).toEqual(await getQueueProgress(owner, { queue_id }));
      const analytics = { queue_id, timezone: "UTC" };
      expect(await getQueueAnalytics(other, analytics)).toEqual(await getQueueAnalytics(owner, analytics));
      expect(await getQueueAgreement(other, { queue_id })).toEqual(await getQueueAgreement(owner, { queue_id }));
    }
    const recorded = await world.db.select().from(spans).where(eq(spans.organizationId, organization.id));
    expect(recorded.length).toBeGreaterThan(0);
    for (const { traceId: trace_id, spanId: span_id } of recorded)
      expect(await getSpan(other, { trace_id, span_id })).toEqual(await getSpan(owner, { trace_id, span_id }));
  }));

test("the file is readable without Assay, and contains no secrets, passwords or other organizations", async () => {
  const text = gunzipSync(file).toString("utf8");
  const lines = text
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));
  expect(lines[0]).toMatchObject({ format: "assay organization", organization: { name: `${MARK} organization` } });
  expect(lines.at(-1)).toEqual({ end: true, rows: lines.length - 2 });
  expect(lines.find((line) => line.table === "span_segments").row.lines.join()).toContain(MARK);
  expect(text).not.toContain("Neighbour");
  expect(text).not.toContain(REPLACED);
  expect(text).not.toContain("password_hash");
  // What lib/auth/encryption.ts seals.
  expect(text).not.toMatch(/"v1\.[A-Za-z\d+/]{40}/);
  for (const table of Object.keys(leftOut)) expect(text).not.toContain(`{"table":"${table}"`);
});

test("a person with an account on the target server keeps it, with its id", () =>
  elsewhere(async (db) => {
    const [person] = await world.db.select().from(users).where(eq(users.id, owner.caller.userId));
    const email = person?.email.toUpperCase() ?? "";
    const [known] = await db.insert(users).values({ email, name: "Known there" }).returning();
    // The id of the file may be somebody else's there.
    await db.insert(users).values({ id: owner.caller.userId, email: "stranger@example.test", name: "A stranger" });
    const imported = await importOrganization(db, bytesOf(file));
    expect(imported.known).toBe(1);
    const members = await db.select().from(memberships).where(eq(memberships.organizationId, organization.id));
    expect(members.find(({ role }) => role === "Owner")?.userId).toBe(known?.id);
    expect(members.map(({ userId }) => userId)).not.toContain(owner.caller.userId);
    const [kept] = await db
      .select()
      .from(users)
      .where(eq(users.id, known?.id ?? ""));
    expect(kept?.name).toBe("Known there");
  }));

test("people who have left are in the file if a row names them, also without a foreign key", async () => {
  const leaver = async (name: string) => {
    const id = await createUser(world.db, organization, "Member", name);
    await world.db.delete(memberships).where(eq(memberships.userId, id));
    return id;
  };
  const act = { action: "changeMemberRole", userAgent: null, isRecorded: false };
  await recordAct({ ...owner, act }, { targetId: await leaver("Left: target"), userId: await leaver("Left: actor") });
  await recordAct({ ...owner, act: { ...act, action: "deleteKey" } }, { targetId: await leaver("Unrelated") });
  const columns: [string, string, (id: string) => SQL][] = [
    ["eval_logs", "created_by", (id) => sql`${id}::uuid`],
    ["scenario_generations", "created_by", (id) => sql`${id}::uuid`],
    ["review_comments", "mentioned_user_ids", (id) => sql`array[${id}::uuid]`],
    ["prompt_comments", "mentioned_user_ids", (id) => sql`array[${id}::uuid]`],
  ];
  const isOwn = (table: string) => carriedTables.find(({ name }) => name === table)?.isOwn(organization.id);
  for (const [table, column, value] of columns) {
    const written = await world.db.execute(sql`update ${sql.identifier(table)}
      set ${sql.identifier(column)} = ${value(await leaver(`Left: ${table}`))} where ${isOwn(table)} returning 1`);
    expect(written.length, table).toBeGreaterThan(0);
  }
  const lines = gunzipSync(await fileOf(owner))
    .toString("utf8")
    .trimEnd()
    .split("\n");
  const names = lines.map((line) => JSON.parse(line)).flatMap(({ table, row }) => (table === "users" ? row.name : []));
  const left = names.filter((name: string) => /^Left|^Unrelated/.test(name)).sort();
  expect(left).toEqual(["actor", ...columns.map(([table]) => table), "target"].map((name) => `Left: ${name}`).sort());
});

test("a deleted person stays deleted, and is not counted among those who got an account", async () => {
  const userId = await createUser(world.db, organization, "Member", "Deleted here");
  await world.db.execute(sql`
    update labels set created_by = ${userId} where id in (
      select id from labels where organization_id = ${organization.id} limit 1)`);
  const bytes = await fileOf(owner);
  await erasePerson(world.db, userId, new Date());
  const without = await fileOf(owner);
  await elsewhere(async (db) => {
    const imported = await importOrganization(db, bytesOf(without));
    const [person] = await db.select().from(users).where(eq(users.id, userId));
    expect(person).toMatchObject({ name: "Deleted user", deletedAt: expect.any(Date) });
    expect(imported.created).toBe((await db.$count(users)) - 1);
  });
  await elsewhere(async (db) => {
    const { created } = await importOrganization(db, bytesOf(bytes));
    expect(created).toBe(await db.$count(users));
  });
});

describe("refuses the whole file if it is invalid:", () => {
  const edited = (edit: (lines: string[]) => string[]) => () =>
    gzipSync(edit(gunzipSync(file).toString("utf8").trimEnd().split("\n")).join("\n"));
  const linesEnding = (lines: string[]) => [
    ...lines.slice(0, -1),
    JSON.stringify({ end: true, rows: lines.length - 2 }),
  ];
  const changed = (table: string, change: (row: Record<string, unknown>) => object) =>
    edited((lines) => {
      const at = lines.findIndex((line) => line.startsWith(`{"table":"${table}"`));
      const { row } = JSON.parse(lines[at] ?? "");
      return lines.with(at, `{"table":"${table}","row":${JSON.stringify({ ...row, ...change(row) })}}`);
    });

  test.each<[string, () => Buffer, RegExp]>([
    ["empty", () => Buffer.alloc(0), /not whole|does not begin/],
    ["not compressed", () => gunzipSync(file), /not compressed/],
    ["another kind of file", () => gzipSync("a,b\n1,2\n"), /does not begin/],
    ["cut off while compressed", () => file.subarray(0, file.length - 20), /not whole/],
    ["without its last line", edited((lines) => lines.slice(0, -1)), /cut off/],
    ["a line too few", edited((lines) => lines.toSpliced(-2, 1)), /rows instead of/],
    ["a line after its end", edited((lines) => [...lines, "{}"]), /goes on after its end/],
    ["a line that is no row", edited((lines) => lines.with(5, "{}")), /Line 6 of the file is not a row/],
    [
      "another schema",
      edited((lines) => lines.with(0, (lines[0] ?? "").replace(/"schema":"\w+"/, '"schema":"other"'))),
      /another database schema/,
    ],
    [
      "rows of a table that no export has",
      edited((lines) => linesEnding(lines.toSpliced(5, 0, '{"table":"user_sessions","row":{}}'))),
      /rows of user_sessions/,
    ],
    [
      "a row of another organization",
      changed("spans", () => ({ organization_id: randomUUID() })),
      /rows of spans, of which/,
    ],
    ["a row that names somebody else", changed("labels", () => ({ created_by: null, id: "no id" })), /does not fit/],
    ["a column of another type", changed("queues", () => ({ created_at: "yesterday or so" })), /does not fit/],
    [
      "a second organization",
      edited((lines) => linesEnding([...lines.slice(0, -1), ...second(lines), ""])),
      /one organization|own/,
    ],
  ])("%s", (_, bytes, reason) =>
    elsewhere(async (db) => {
      const neighbour = await createOrganization(db);
      const before = await db.execute(sql`select count(*) from users`);
      await expect(importOrganization(db, bytesOf(bytes()))).rejects.toThrow(reason);
      expect(await db.select().from(organizations)).toEqual([expect.objectContaining({ id: neighbour.id })]);
      expect(await db.execute(sql`select count(*) from users`)).toEqual(before);
    }),
  );

  const second = (lines: string[]): string[] => {
    const row = lines.find((line) => line.startsWith('{"table":"organizations"')) ?? "";
    return [row.replace(organization.id, randomUUID())];
  };

  test("a reference into another organization", () =>
    elsewhere(async (db) => {
      const neighbour = await createOrganization(db);
      const { caller } = await createCaller(db, neighbour, "Owner");
      const neighbourhood = {
        organizationId: neighbour.id,
        workspaceId: neighbour.workspaceId,
        createdBy: caller.userId,
      };
      const [queue] = await db
        .insert(queues)
        .values({ ...neighbourhood, name: "Theirs" })
        .returning();
      const bytes = changed("queue_labels", () => ({ queue_id: queue?.id }))();
      await expect(importOrganization(db, bytesOf(bytes))).rejects.toThrow(/queue_labels/);
      expect(await db.$count(organizations)).toBe(1);
    }));

  test("the organization already exists", () =>
    elsewhere(async (db) => {
      await importOrganization(db, bytesOf(file));
      await expect(importOrganization(db, bytesOf(file))).rejects.toThrow(/on this server already/);
    }));
});
