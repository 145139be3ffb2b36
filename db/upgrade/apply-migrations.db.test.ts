import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { afterEach, expect, inject, test, vi } from "vitest";
import { type Connection, connect } from "../client";
import { emptyDatabase } from "../testing/template";
import { applyMigrations } from "./apply-migrations";

const cleanUps: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).toReversed()) await cleanUp();
});

async function newDatabase(): Promise<Connection["db"]> {
  const { url, drop } = await emptyDatabase(inject("postgresUrl"));
  const { db, close } = connect(url, 4);
  cleanUps.push(drop, close);
  return db;
}

const table = `create table notes (id int primary key, text text not null);
--> statement-breakpoint
insert into notes values (1, 'one'), (2, 'two');`;
const index = `CREATE INDEX CONCURRENTLY "notes_text" ON "notes" USING btree ("text");`;

/** A folder with these migrations, in this order. */
async function folderOf(...migrations: string[]): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "assay-migrations-"));
  cleanUps.push(() => rm(folder, { recursive: true }));
  await mkdir(join(folder, "meta"));
  const entries = migrations.map((_, number) => ({ tag: `${number}`, when: number + 1, breakpoints: true }));
  await writeFile(join(folder, "meta", "_journal.json"), JSON.stringify({ entries }));
  await Promise.all(migrations.map((text, number) => writeFile(join(folder, `${number}.sql`), text)));
  return folder;
}

const appliedIn = async (db: Connection["db"]) => [
  ...(await db.execute<{ at: number }>(
    sql`select created_at::int as at from drizzle.__drizzle_migrations order by id`,
  )),
];

const indexIn = async (db: Connection["db"]) => {
  const [found] = await db.execute<{ valid: boolean }>(
    sql`select indisvalid as valid from pg_index where indexrelid = to_regclass('notes_text')`,
  );
  return found?.valid ?? null;
};

/** A transaction that has written a row; the function ends it. */
async function openWriter(db: Connection["db"]): Promise<() => Promise<void>> {
  let end = () => {};
  let writer: Promise<void> = Promise.resolve();
  await new Promise<void>((wrote) => {
    writer = db.transaction(async (tx) => {
      await tx.execute(sql`insert into notes values (3, 'three')`);
      wrote();
      await new Promise<void>((resolve) => {
        end = resolve;
      });
    });
  });
  return async () => {
    end();
    await writer;
  };
}

const isWaiting = (db: Connection["db"]) =>
  vi.waitFor(async () => {
    const running = await db.execute(
      sql`select from pg_stat_activity where query ilike 'create index%' and wait_event_type = 'Lock'
        and datname = current_database()`,
    );
    expect(running).toHaveLength(1);
  }, 10_000);

test("people can write while an index is built, even while it waits for a writer", async () => {
  const db = await newDatabase();
  await applyMigrations(db, await folderOf(table));
  const endWriter = await openWriter(db);
  const migrating = applyMigrations(db, await folderOf(table, index));
  await isWaiting(db);
  await db.transaction(async (tx) => {
    await tx.execute(sql`set local lock_timeout = '2s'`);
    await tx.execute(sql`insert into notes values (4, 'four')`);
  });
  expect(await appliedIn(db)).toEqual([{ at: 1 }]);
  await endWriter();
  await migrating;
  expect(await indexIn(db)).toBe(true);
  expect(await appliedIn(db)).toEqual([{ at: 1 }, { at: 2 }]);
});

test("an index left invalid by a kill is rebuilt, and a finished one is not", async () => {
  const db = await newDatabase();
  await applyMigrations(db, await folderOf(table));
  const endWriter = await openWriter(db);
  const migrating = applyMigrations(db, await folderOf(table, index));
  await isWaiting(db);
  await db.execute(
    sql`select pg_terminate_backend(pid) from pg_stat_activity
      where query ilike 'create index%' and wait_event_type = 'Lock' and datname = current_database()`,
  );
  await expect(migrating).rejects.toThrow();
  await endWriter();
  expect(await indexIn(db)).toBe(false);
  await applyMigrations(db, await folderOf(table, index));
  expect(await indexIn(db)).toBe(true);
  // As if the kill came between the index and its record.
  await db.execute(sql`delete from drizzle.__drizzle_migrations where created_at = 2`);
  await applyMigrations(db, await folderOf(table, index));
  expect(await appliedIn(db)).toEqual([{ at: 1 }, { at: 2 }]);
});

test("an index is dropped concurrently, too, and later migrations run in order", async () => {
  const db = await newDatabase();
  const later = "alter table notes add column kind text;";
  const drop = `DROP INDEX CONCURRENTLY "notes_text";`;
  await applyMigrations(db, await folderOf(table, index, later, drop));
  expect(await indexIn(db)).toBe(null);
  expect(await appliedIn(db)).toEqual([{ at: 1 }, { at: 2 }, { at: 3 }, { at: 4 }]);
});

test("migrations that need a transaction are applied all together or not at all", async () => {
  const db = await newDatabase();
  await expect(applyMigrations(db, await folderOf(table, "create table notes (id int);"))).rejects.toThrow(/notes/);
  expect(await appliedIn(db)).toEqual([]);
});

test("says that a newer release has changed the database, and changes nothing", async () => {
  const db = await newDatabase();
  const sentences: string[] = [];
  await applyMigrations(db, await folderOf(table, index), (sentence) => sentences.push(sentence));
  expect(sentences).toEqual([]);
  await applyMigrations(db, await folderOf(table), (sentence) => sentences.push(sentence));
  expect(sentences).toEqual([expect.stringContaining("A newer release has changed this database.")]);
  expect(await appliedIn(db)).toEqual([{ at: 1 }, { at: 2 }]);
});
