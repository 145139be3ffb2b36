import { fileURLToPath } from "node:url";
import { sql } from "drizzle-orm";
import { migrate as applyMigrations } from "drizzle-orm/postgres-js/migrator";
import { connect } from "./client";

const folder = fileURLToPath(new URL("./migrations", import.meta.url));
const MIGRATION_LOCK = 727_001;

/** Brings the database to the newest schema. Two processes that start together take turns. */
export async function migrate(databaseUrl: string): Promise<void> {
  const { db, close } = connect(databaseUrl, 1);
  try {
    await db.execute(sql`select pg_advisory_lock(${MIGRATION_LOCK})`);
    await applyMigrations(db, { migrationsFolder: folder });
  } finally {
    await close();
  }
}
