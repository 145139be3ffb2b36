import { fileURLToPath } from "node:url";
import { sql } from "drizzle-orm";
import { migrate as applyMigrations } from "drizzle-orm/postgres-js/migrator";
import { sharedAddress } from "./address";
import { connect } from "./client";

const folder = fileURLToPath(new URL("./migrations", import.meta.url));
const MIGRATION_LOCK = 727_001;

/** Brings the database to the newest schema, also through a pooler. Two processes that start together take turns. */
export async function migrate(databaseUrl: string): Promise<void> {
  const { db, close } = connect(sharedAddress(databaseUrl), 2);
  try {
    // A lock of the session would stay with the pooler. This one ends with its transaction, on a connection of its own.
    await db.transaction(async (turn) => {
      await turn.execute(sql`select pg_advisory_xact_lock(${MIGRATION_LOCK})`);
      await applyMigrations(db, { migrationsFolder: folder });
    });
  } finally {
    await close();
  }
}
