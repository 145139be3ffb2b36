// A new database gets one baseline, an older one the chain of migrations that the baseline stands for: both come to the same.
import { createHash } from "node:crypto";
import { copyFile, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { afterEach, expect, inject, test } from "vitest";
import { storeBuiltIns } from "@/lib/provisioning/built-ins";
import { type Connection, connect } from "./client";
import { migrate } from "./migrate";
import { emptyDatabase } from "./testing/template";
import { applyMigrations } from "./upgrade/apply-migrations";

const baselineFile = join("db", "migrations", "0000_baseline.sql");
const beforeBaseline = join("db", "migrations", "before-baseline");
const cleanUps: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).toReversed()) await cleanUp();
});

async function newDatabase(): Promise<{ url: string; db: Connection["db"] }> {
  const { url, drop } = await emptyDatabase(inject("postgresUrl"));
  const { db, close } = connect(url, 1);
  cleanUps.push(drop, close);
  return { url, db };
}

/** A folder with the chain's first migration alone. */
async function foundationFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "assay-foundation-"));
  cleanUps.push(() => rm(folder, { recursive: true }));
  const journal: { entries: { tag: string }[] } = JSON.parse(
    await readFile(join(beforeBaseline, "meta", "_journal.json"), "utf8"),
  );
  await mkdir(join(folder, "meta"));
  await writeFile(
    join(folder, "meta", "_journal.json"),
    JSON.stringify({ ...journal, entries: journal.entries.slice(0, 1) }),
  );
  await copyFile(join(beforeBaseline, "0000_foundation.sql"), join(folder, "0000_foundation.sql"));
  return folder;
}

// The order of a table's columns is left out: a migration adds them at the end, wherever the schema has them.
const catalogue = {
  tables: sql`
    select relname, relkind, relpersistence, reloptions from pg_class
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'v', 'm', 'p') order by relname`,
  columns: sql`
    select attrelid::regclass::text as relation, attname, format_type(atttypid, atttypmod) as type, attnotnull, attidentity,
      attgenerated, attcollation, attstorage, attcompression, attstattarget, pg_get_expr(adbin, adrelid) as default
    from pg_attribute
    join pg_class on pg_class.oid = attrelid and relnamespace = 'public'::regnamespace and relkind in ('r', 'v', 'm', 'p')
    left join pg_attrdef on (adrelid, adnum) = (attrelid, attnum)
    where attnum > 0 and not attisdropped order by 1, 2`,
  constraints: sql`
    select conrelid::regclass::text as relation, conname, pg_get_constraintdef(oid) as definition from pg_constraint
    where connamespace = 'public'::regnamespace order by 1, 2`,
  indexes: sql`select indexname, indexdef from pg_indexes where schemaname = 'public' order by 1`,
  triggers: sql`
    select pg_get_triggerdef(pg_trigger.oid) as definition from pg_trigger
    join pg_class on pg_class.oid = tgrelid and relnamespace = 'public'::regnamespace
    where not tgisinternal order by 1`,
  functions: sql`
    select pg_get_functiondef(oid) as definition from pg_proc where pronamespace = 'public'::regnamespace order by 1`,
  views: sql`select viewname, definition from pg_views where schemaname = 'public' order by 1`,
  sequences: sql`
    select sequencename, data_type::text, start_value, increment_by, max_value, cycle from pg_sequences
    where schemaname = 'public' order by 1`,
  types: sql`
    select typname, typtype from pg_type where typnamespace = 'public'::regnamespace and typtype in ('d', 'e', 'r', 'c')
    order by 1`,
  extensions: sql`select extname from pg_extension order by 1`,
  rows: sql`
    select relname, (xpath('//rows/text()', query_to_xml(format('select count(*) as rows from %I', relname), true, true, '')))[1]
      ::text as rows
    from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' order by 1`,
};

async function catalogueOf(db: Connection["db"]): Promise<Record<string, unknown[]>> {
  const parts: Record<string, unknown[]> = {};
  for (const [part, query] of Object.entries(catalogue)) parts[part] = [...(await db.execute(query))];
  return parts;
}

test("the baseline and the earlier chain of migrations give the same schema and built-in rows", async () => {
  const [baseline, chain] = [await newDatabase(), await newDatabase()];
  await migrate(baseline.url, storeBuiltIns);
  await applyMigrations(chain.db, beforeBaseline);
  await migrate(chain.url, storeBuiltIns);
  const expected = await catalogueOf(chain.db);
  expect(await catalogueOf(baseline.db)).toEqual(expected);
  // An empty list would compare nothing.
  const { types, ...others } = expected;
  expect(types?.length).toBeGreaterThan(0);
  for (const part of Object.values(others)) expect(part.length).toBeGreaterThan(0);
});

test("processes that start together migrate in turn, even while one builds an index concurrently", async () => {
  const { url, db } = await newDatabase();
  await Promise.all([1, 2, 3].map(() => migrate(url, storeBuiltIns)));
  const applied = await db.execute(sql`select hash from drizzle.__drizzle_migrations`);
  expect(new Set(applied.map(({ hash }) => hash)).size).toBe(applied.length);
});

test("migrating again changes nothing, and the baseline runs even after a failed first attempt", async () => {
  const { url, db } = await newDatabase();
  const applied = () => db.execute<{ hash: string }>(sql`select hash from drizzle.__drizzle_migrations order by id`);
  await db.execute(sql`create table eval_runs (id int)`);
  await expect(migrate(url, storeBuiltIns)).rejects.toThrow(/eval_runs/);
  await db.execute(sql`drop table eval_runs`);
  await migrate(url, storeBuiltIns);
  const first = [...(await applied())];
  expect(first[0]?.hash).toBe(
    createHash("sha256")
      .update(await readFile(baselineFile, "utf8"))
      .digest("hex"),
  );
  await migrate(url, storeBuiltIns);
  expect(await applied()).toEqual(first);
});

test("a database at the first migration is upgraded to the current schema with its rows", async () => {
  const { url, db } = await newDatabase();
  await applyMigrations(db, await foundationFolder());
  await db.execute(sql`
    with organization as (insert into organizations (name) values ('Acme') returning id),
      person as (insert into users (email, name) values ('ada@example.test', 'Ada Example') returning id),
      workspace as (
        insert into workspaces (organization_id, name, is_default) select id, 'Default', true from organization returning *
      ),
      queue as (
        insert into queues (organization_id, workspace_id, name, created_by)
        select workspace.organization_id, workspace.id, 'Answers', person.id from workspace, person returning *
      )
    insert into queue_items (organization_id, queue_id, source_type, source_id, status, "order")
    select organization_id, id, 'trace', 'a trace', 'pending', 1 from queue`);
  await migrate(url, storeBuiltIns);
  const [newest] = await db.execute(sql`
    select users.name as person, queues.name as queue, queue_items.source_id, queue_items.purpose
    from queue_items join queues on queues.id = queue_id join users on users.id = queues.created_by`);
  expect(newest).toEqual({ person: "Ada Example", queue: "Answers", source_id: "a trace", purpose: "work" });
  // The item that was there before the functions is counted, too.
  const itemFigures = await db.execute(sql`select key from figures((select id from queues)) where figure = 'items'`);
  expect(itemFigures).toEqual([{ key: "pending" }]);
});

test("a release older than the database leaves it the newer functions and built-in rows", async () => {
  const { url, db } = await newDatabase();
  await migrate(url, storeBuiltIns);
  await db.execute(sql`insert into drizzle.__drizzle_migrations (hash, created_at) values ('newer', 9999999999999)`);
  await db.execute(sql`update applied_functions set hash = 'newer'`);
  let isFilled = false;
  await migrate(url, async () => {
    isFilled = true;
  });
  expect(isFilled).toBe(false);
  expect([...(await db.execute(sql`select distinct hash from applied_functions`))]).toEqual([{ hash: "newer" }]);
});
