// Applies migrations in their order, each once. Those that only make or drop indexes `CONCURRENTLY` run without a
// transaction, so that nobody who writes into a large table has to wait for its index.
import { sql } from "drizzle-orm";
import { type MigrationMeta, readMigrationFiles } from "drizzle-orm/migrator";
import { advisoryLocks } from "../advisory-locks";
import type { Database } from "../client";

/**
 * Called every few seconds while an index is made, with a sentence such as `Index spans_newest: 43 % of its rows`, and once in a
 * database that a newer release has changed.
 */
export type OnProgress = (sentence: string) => void;

const LOOK_MS = 5000;
const CONCURRENT = /^(?:create (?:unique )?|drop )index concurrently (?:if (?:not )?exists )?"([^"]+)"/i;

const newerRelease =
  "A newer release has changed this database. This one ignores what it does not know (docs/deploy/several-servers.md).";

/** What has been applied, in the table of drizzle-orm's own migrator, which did this before. */
const applied = sql.raw("drizzle.__drizzle_migrations");

/**
 * Applies what the folder has and the database has not. Neighbours that need a transaction share one: all of them are
 * applied, or none. After a kill, the next call continues; an index that was left half made is made again. Returns whether a
 * newer release has changed the database.
 */
export async function applyMigrations(
  db: Database,
  folder: string,
  onProgress: OnProgress = () => {},
): Promise<boolean> {
  await db.execute(sql`create schema if not exists drizzle`);
  await db.execute(
    sql`create table if not exists ${applied} (id serial primary key, hash text not null, created_at bigint)`,
  );
  const [last] = await db.execute<{ at: string | null }>(sql`select max(created_at) as at from ${applied}`);
  const migrations = readMigrationFiles({ migrationsFolder: folder });
  const isOfNewer = Number(last?.at) > (migrations.at(-1)?.folderMillis ?? 0);
  if (isOfNewer) onProgress(newerRelease);
  const missing = migrations.filter(({ folderMillis }) => last?.at === null || folderMillis > Number(last?.at));
  for (const step of stepsOf(missing)) {
    if (step.isConcurrent) await buildIndexes(db, step.migration, onProgress);
    else
      await db.transaction(async (tx) => {
        await tx.execute(sql`select pg_advisory_xact_lock(${advisoryLocks.migration})`);
        for (const migration of step.migrations) {
          for (const statement of migration.sql) await tx.execute(sql.raw(statement));
          await record(tx, migration);
        }
      });
  }
  return isOfNewer;
}

type Step = { isConcurrent: true; migration: MigrationMeta } | { isConcurrent: false; migrations: MigrationMeta[] };

function stepsOf(migrations: readonly MigrationMeta[]): Step[] {
  const steps: Step[] = [];
  for (const migration of migrations) {
    const last = steps.at(-1);
    if (migration.sql.every((statement) => CONCURRENT.test(statement.trim())))
      steps.push({ isConcurrent: true, migration });
    else if (last && !last.isConcurrent) last.migrations.push(migration);
    else steps.push({ isConcurrent: false, migrations: [migration] });
  }
  return steps;
}

async function buildIndexes(db: Database, migration: MigrationMeta, onProgress: OnProgress): Promise<void> {
  for (const statement of migration.sql.map((text) => text.trim())) {
    const [, index = ""] = CONCURRENT.exec(statement) ?? [];
    const state = await stateOf(db, index);
    if (/^drop/i.test(statement) ? state === null : state === "whole") continue;
    // What a kill has left: PostgreSQL neither uses nor completes it.
    if (state === "broken") await db.execute(sql`drop index concurrently ${sql.identifier(index)}`);
    const watch = setInterval(() => void reportProgress(db, index, onProgress), LOOK_MS);
    try {
      await db.execute(sql.raw(statement));
    } finally {
      clearInterval(watch);
    }
  }
  await record(db, migration);
}

async function stateOf(db: Database, index: string): Promise<"whole" | "broken" | null> {
  const [found] = await db.execute<{ is_whole: boolean }>(sql`
    select indisvalid and indisready as is_whole from pg_index where indexrelid = to_regclass(${`"${index}"`})`);
  if (!found) return null;
  return found.is_whole ? "whole" : "broken";
}

async function reportProgress(db: Database, index: string, onProgress: OnProgress): Promise<void> {
  const look = sql`
    select coalesce(round(100.0 * blocks_done / nullif(blocks_total, 0)), 0)::int as percent
    from pg_stat_progress_create_index where datname = current_database()`;
  try {
    const [progress] = await db.execute<{ percent: number }>(look);
    if (progress) onProgress(`Index ${index}: ${progress.percent} % of its table is read`);
  } catch (error) {
    // The index does not depend on it, and the next look may succeed.
    onProgress(`Index ${index}: its progress could not be read (${String(error)})`);
  }
}

const record = (db: Database, { hash, folderMillis }: MigrationMeta) =>
  db.execute(sql`insert into ${applied} (hash, created_at) values (${hash}, ${folderMillis})`);
