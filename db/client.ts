import { drizzle, type PostgresJsDatabase } from "drizzle-orm/postgres-js";
import postgres from "postgres";
import * as schema from "./schema";

export type Database = PostgresJsDatabase<typeof schema>;

export interface Connection {
  db: Database;
  sql: postgres.Sql;
  close(): Promise<void>;
}

/** Opens a pool. Queries wait at most 5 s for a connection to an unreachable server, then fail. */
export function connect(url: string, maxConnections = 20): Connection {
  const sql = postgres(url, {
    max: maxConnections,
    connect_timeout: 5,
    idle_timeout: 300,
    onnotice: () => {},
    connection: { application_name: "assay", TimeZone: "UTC" },
  });
  return { db: drizzle(sql, { schema, casing: "snake_case" }), sql, close: () => sql.end({ timeout: 5 }) };
}

// On globalThis, so that development reloads reuse the pool.
const shared = globalThis as { assayConnections?: Map<string, Connection> };

/** The process's pool for DATABASE_URL. */
export function connection(): Connection {
  const url = process.env.DATABASE_URL;
  if (!url) throw new Error("DATABASE_URL is not set. Start the application with `npm start`.");
  shared.assayConnections ??= new Map();
  const open = shared.assayConnections.get(url) ?? connect(url);
  shared.assayConnections.set(url, open);
  return open;
}
