import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { sql } from "drizzle-orm";
import { sharedAddress } from "./address";
import { advisoryLocks } from "./advisory-locks";
import { connect, type Database } from "./client";
import { applyMigrations, type OnProgress } from "./upgrade/apply-migrations";
import { applyOnce } from "./upgrade/apply-once";

// From the project's folder, in which all of its programs run: the server's file is in another folder.
const migrations = join("db", "migrations");
/** What the baseline stands for, one by one: for databases that were made before it. */
const beforeBaseline = join(migrations, "before-baseline");
const functions = join("db", "functions");
/** In the order in which they depend on one another: counting changed items comes after marking them. */
const functionFiles = ["renamed-options.sql", "marks.sql", "figures.sql", "audit.sql"];

/**
 * Brings the database to the newest schema and functions, also through a pooler, then runs `fill`, which stores what the
 * product brings along. Two processes that start together take turns. `onProgress` hears of indexes that take long, and of a
 * newer release.
 */
export async function migrate(
  databaseUrl: string,
  fill: (db: Database) => Promise<void>,
  onProgress?: OnProgress,
): Promise<void> {
  // One holds the lock, one works, and one looks how far it is.
  const { db, close } = connect(sharedAddress(databaseUrl), 3);
  try {
    await inTurn(db, async () => {
      if (await hasMigrations(db)) await applyMigrations(db, beforeBaseline);
      // Servers of the newer release may be running, with functions and rows that serve this one as well.
      if (await applyMigrations(db, migrations, onProgress)) return;
      for (const file of functionFiles) await applyFunctions(db, file);
      await db.transaction(fill);
    });
  } finally {
    await close();
  }
}

const LOOK_AGAIN_MS = 200;

/**
 * Does the work while no other process does. A lock of the session would stay with the pooler: this one ends with its
 * transaction, on a connection of its own. An index that is made concurrently waits for all snapshots, so this keeps none:
 * it does not wait for the lock within a statement, as earlier versions did with another lock, and has no parameters, with
 * which PostgreSQL keeps a statement open.
 */
async function inTurn(db: Database, work: () => Promise<void>): Promise<void> {
  const tryLock = sql.raw(`select pg_try_advisory_xact_lock(${advisoryLocks.upgrade}) as is_mine`);
  const attempt = () =>
    db.transaction(async (turn) => {
      const [lock] = await turn.execute<{ is_mine: boolean }>(tryLock);
      if (lock?.is_mine) await work();
      return lock?.is_mine ?? false;
    });
  while (!(await attempt())) await wait(LOOK_AGAIN_MS);
}

/** False for a new database, also if an attempt to fill it has failed: drizzle makes its table before its transaction. */
async function hasMigrations(db: Database): Promise<boolean> {
  const [journal] = await db.execute<{ exists: boolean }>(
    sql`select to_regclass('drizzle.__drizzle_migrations') is not null as exists`,
  );
  if (!journal?.exists) return false;
  return (await db.execute(sql`select from drizzle.__drizzle_migrations limit 1`)).length > 0;
}

/** Runs a file of db/functions, whose statements may run again and again, unless its statements are the ones in force. */
async function applyFunctions(db: Database, file: string): Promise<void> {
  const text = await readFile(join(functions, file), "utf8");
  await applyOnce(db, file, statementsHash(text), async (tx) => {
    await tx.execute(sql.raw(text));
  });
}

/** The same for two texts that differ only in lines of comment or empty ones. */
export function statementsHash(text: string): string {
  const lines = text.split("\n").filter((line) => !/^\s*(--.*)?$/.test(line));
  return createHash("sha256").update(lines.join("\n")).digest("hex");
}
