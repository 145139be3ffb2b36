import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { migrate as applyMigrations } from "drizzle-orm/postgres-js/migrator";
import { sharedAddress } from "./address";
import { advisoryLocks } from "./advisory-locks";
import { connect, type Database } from "./client";
import { appliedFunctions } from "./schema";

// From the project's folder, in which all of its programs run: the server's file is in another folder.
const migrations = join("db", "migrations");
const functions = join("db", "functions");
/** In the order in which they depend on one another: counting changed items comes after marking them. */
const functionFiles = ["renamed-options.sql", "marks.sql", "figures.sql"];

/**
 * Brings the database to the newest schema and functions, also through a pooler, then runs `fill`, which stores what the
 * product brings along. Two processes that start together take turns.
 */
export async function migrate(databaseUrl: string, fill: (db: Database) => Promise<void>): Promise<void> {
  const { db, close } = connect(sharedAddress(databaseUrl), 2);
  try {
    // A lock of the session would stay with the pooler. This one ends with its transaction, on a connection of its own.
    await db.transaction(async (turn) => {
      await turn.execute(sql`select pg_advisory_xact_lock(${advisoryLocks.migration})`);
      await applyMigrations(db, { migrationsFolder: migrations });
      for (const file of functionFiles) await applyFunctions(db, file);
      await db.transaction(fill);
    });
  } finally {
    await close();
  }
}

/** Runs a file of db/functions, whose statements may run again and again, unless its text is the one in force. */
async function applyFunctions(db: Database, file: string): Promise<void> {
  const text = await readFile(join(functions, file), "utf8");
  const hash = createHash("sha256").update(text).digest("hex");
  const inForce = await db.query.appliedFunctions.findFirst({ where: (row, { eq }) => eq(row.file, file) });
  if (inForce?.hash === hash) return;
  await db.transaction(async (tx) => {
    await tx.execute(sql.raw(text));
    await tx
      .insert(appliedFunctions)
      .values({ file, hash })
      .onConflictDoUpdate({ target: appliedFunctions.file, set: { hash } });
  });
}
