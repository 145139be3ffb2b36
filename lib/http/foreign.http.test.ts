// Another organization can neither read nor change nor detect anything: every operation, asked about another organization's
// ids in its path, its query and its body, answers as it does about ids that nobody has, and leaves every row as it was.
import { randomBytes, randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { contextOf } from "@/db/testing/factories";
import type { Contract } from "@/lib/contracts/contract";
import { operations } from "@/lib/operations";
import { bearer, createCredentials, send } from "./testing/api";
import { type Places, placesOf } from "./testing/foreign-requests";
import { type Furnished, furnish } from "./testing/furnish";
import { type Mounted, mounts, startMount } from "./testing/mounts";

const isGateway = ({ path }: Contract) => path.startsWith("/v1/");
const guarded = operations
  .map((operation) => operation.contract)
  .filter((contract) => !isGateway(contract) && contract.access !== "public");
const named = (contracts: readonly Contract[]) => contracts.map((contract) => [contract.name, contract] as const);
// Comes first: writing what is refused elsewhere fills our own lists.
const reading = named(guarded.filter(({ method }) => method === "GET"));
const writing = named(guarded.filter(({ method }) => method !== "GET"));
const MARK = "Confidential";

const random = (id: string): string =>
  /^[0-9a-f]+$/.test(id) ? randomBytes(id.length / 2).toString("hex") : randomUUID();

/** Which ids an operation's requests carry. */
function keysUsed(contract: Contract, ids: Furnished, index: number): (keyof Furnished)[] {
  const used = new Set<keyof Furnished>();
  const watched = new Proxy(ids, {
    get(target, key: keyof Furnished & string) {
      used.add(key);
      return target[key];
    },
  });
  const places = placesOf(contract, watched)[index];
  const text = JSON.stringify(places);
  return [...used].filter((key) => text.includes(ids[key]));
}

describe.each(mounts)("on the %s mount (case 37)", (mount) => {
  let server: Mounted;
  let headers: Record<string, string>;
  let own: Furnished;
  let theirs: Furnished;
  let nobodys: Furnished;
  beforeAll(async () => {
    server = await startMount(mount);
    const [us, them] = [await createCredentials(server.db), await createCredentials(server.db)];
    headers = bearer(us);
    own = await furnish(contextOf(server.db, us.organization, us.userId, "Owner"), "Ours");
    theirs = await furnish(contextOf(server.db, them.organization, them.userId, "Owner"), MARK);
    nobodys = Object.fromEntries(Object.entries(theirs).map(([key, id]) => [key, random(id)])) as Furnished; // safe: the same keys
    await look();
  }, 120_000);
  afterAll(() => server?.stop());

  async function ask(contract: Contract, { params = {}, query = {}, body }: Places) {
    const path = contract.path.replaceAll(/\{(\w+)\}/g, (_, slot: string) => params[slot] ?? "");
    const answer = await send(server.url, contract.method, `${path}?${new URLSearchParams(query)}`, { headers, body });
    return { status: answer.status, text: JSON.stringify(answer.body) };
  }
  /** An answer without what differs from request to request: ids and times. */
  const comparable = ({ status, text }: { status: number; text: string }, ids: Furnished) =>
    `${status} ${Object.values(ids).reduce((left, id) => left.replaceAll(id, "<id>"), text)}`
      .replaceAll(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, "<id>")
      .replaceAll(/req_[0-9a-f]{32}/g, "<request>")
      .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, "<time>");

  /** By table, what tells whether any of its rows was written since: how many there are, and by which transactions. */
  async function stamps(): Promise<Map<string, string>> {
    const each = tables.map(
      (name) => `select '${name}' as name, concat(count(*), ' ', sum(xmin::text::bigint)) as stamp from "${name}"`,
    );
    const found = await server.db.execute<{ name: string; stamp: string }>(sql.raw(each.join(" union all ")));
    return new Map(found.map(({ name, stamp }) => [name, stamp]));
  }

  /** Of these tables, every row that names the other organization or anything of it: how many, and a digest of them. */
  async function digest(names: readonly string[]): Promise<Record<string, string>> {
    if (names.length === 0) return {};
    const { span: _, traceId: __, sessionText: ___, ...rowIds } = theirs; // those three are names that anybody may choose
    const named = `array[${Object.values(rowIds).map((id) => `'%${id}%'`)}]`;
    const each = names.map(
      (name) => `select '${name}' as name, concat(count(*), ' ', md5(string_agg(t::text, '|' order by t::text))) as rows
        from "${name}" as t where t::text like any (${named})`,
    );
    const found = await server.db.execute<{ name: string; rows: string }>(sql.raw(each.join(" union all ")));
    return Object.fromEntries(found.map(({ name, rows }) => [name, rows]));
  }

  let tables: string[];
  /** What the last test has left. Reading is looked at as a whole, once all of it is done. */
  let left: { stamps: Map<string, string>; rows: Record<string, string> };
  async function look(): Promise<void> {
    const found = await server.db.execute<{ name: string }>(
      sql`select tablename as name from pg_tables where schemaname = 'public' order by 1`,
    );
    // Our own audit log says what was requested of whom. Nothing changes an entry: db/functions/audit.sql.
    tables = found.map(({ name }) => name).filter((name) => name !== "audit_entries");
    left = { stamps: await stamps(), rows: await digest(tables) };
  }
  async function expectUntouched(): Promise<void> {
    const now = await stamps();
    const written = await digest(tables.filter((name) => now.get(name) !== left.stamps.get(name)));
    const before = Object.fromEntries(Object.keys(written).map((name) => [name, left.rows[name]]));
    left = { stamps: now, rows: { ...left.rows, ...written } };
    expect(written).toEqual(before);
  }

  async function walk(contract: Contract): Promise<void> {
    for (const [index] of placesOf(contract, own).entries()) {
      const keys = keysUsed(contract, own, index);
      if (keys.length === 0)
        expect((await ask(contract, placesOf(contract, own)[index] ?? {})).text).not.toContain(MARK);
      const mixes = keys.length === 0 ? [] : [keys, ...(keys.length > 1 ? keys.map((key) => [key]) : [])];
      for (const mix of mixes) {
        const request = async (ids: Furnished) => {
          const mixed = { ...own, ...Object.fromEntries(mix.map((key) => [key, ids[key]])) };
          const answer = await ask(contract, placesOf(contract, mixed)[index] ?? {});
          expect(answer.text).not.toContain(MARK);
          return comparable(answer, mixed);
        };
        await request(nobodys); // whatever it does to our own rows, it has done then
        expect([mix, await request(theirs)]).toEqual([mix, await request(nobodys)]);
      }
    }
  }

  test.each(reading)("%s", (_, contract) => walk(contract));
  test("reading leaves every row unchanged", () => expectUntouched());
  test.each(writing)("%s", async (_, contract) => {
    await walk(contract);
    await expectUntouched();
  });

  test("a name that another organization uses is free", async () => {
    const queues = "/model-hub/annotation-queues/";
    const names = [
      ["/model-hub/annotations-labels/", { name: `${MARK} other label`, type: "star" }],
      [queues, { name: `${MARK} queue` }],
      ["/tracer/projects/", { name: `${MARK} service` }],
    ] as const;
    for (const [path, body] of names) {
      const answer = await send(server.url, "POST", path, { headers, body });
      expect(`${path} ${answer.status}`).toBe(`${path} 200`);
    }
  });
});
