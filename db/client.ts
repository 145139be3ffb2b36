import { drizzle, type PostgresJsDatabase } from "drizzle-orm/postgres-js";
import type postgres from "postgres";
import { openDriver } from "./driver";
import { guarded } from "./guarded";
import { watchForHangs } from "./hang-watch";
import * as schema from "./schema";

export type Database = PostgresJsDatabase<typeof schema>;

export interface PoolLoad {
  /** How many the pool may open. */
  connections: number;
  busy: number;
  /** Statements and transactions for which there is no connection left. */
  waiting: number;
}

export interface Connection {
  db: Database;
  sql: postgres.Sql;
  close(): Promise<void>;
  load(): PoolLoad;
}

export const schemaOptions = { schema, casing: "snake_case" } as const;

const urls = new WeakMap<Database, string>();

/** The address with which `db` was opened. Throws for a transaction, which is not a pool. */
export function urlOf(db: Database): string {
  const url = urls.get(db);
  if (!url) throw new Error("Only a pool has an address; this is a transaction.");
  return url;
}

// The driver's own pauses grow to 20 s, in which a server that is back is left alone.
const RECONNECT_SECONDS = 0.1;
/** How long a closing pool waits for running statements, and for idle connections. */
const WORK_SECONDS = 5;
const FAREWELL_SECONDS = 0.2;

/**
 * Opens a pool. Queries wait at most 5 s for a connection to an unreachable server, then fail. `whenHanging` is called once
 * when the server no longer answers.
 */
export function connect(url: string, maxConnections = 20, whenHanging = () => {}): Connection {
  const sql = openDriver(url, {
    max: maxConnections,
    idle_timeout: 300,
    backoff: () => RECONNECT_SECONDS,
    connection: { application_name: "assay", TimeZone: "UTC" },
  });
  const watch = watchForHangs(url, whenHanging);
  const db = drizzle(guarded(sql, watch), schemaOptions);
  urls.set(db, url);
  // The driver takes a connection that was lost under a statement for a busy one, and waits for it as long as it may.
  return {
    db,
    sql,
    close: () => sql.end({ timeout: watch.isIdle() ? FAREWELL_SECONDS : WORK_SECONDS }),
    load: () => loadOf(watch.load(), maxConnections),
  };
}

export const loadOf = (underWay: number, connections: number): PoolLoad => ({
  connections,
  busy: Math.min(underWay, connections),
  waiting: Math.max(0, underWay - connections),
});

// On globalThis, so that development reloads reuse the pool.
const shared = globalThis as { assayConnections?: Map<string, Connection> };

/** The process's pool for DATABASE_URL. */
export function connection(): Connection {
  const url = process.env.DATABASE_URL;
  if (!url) throw new Error("DATABASE_URL is not set. Start the application with `npm start`.");
  shared.assayConnections ??= new Map();
  const known = shared.assayConnections.get(url);
  if (known) return known;
  const open = connect(url, undefined, () => {
    // Whatever waits fails now, and what comes next begins with new connections.
    shared.assayConnections?.delete(url);
    void open.sql.end({ timeout: 0 });
  });
  shared.assayConnections.set(url, open);
  return open;
}

/** Of the process's pool. */
export const poolLoad = (): PoolLoad => connection().load();
