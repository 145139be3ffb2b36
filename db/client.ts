import { drizzle, type PostgresJsDatabase } from "drizzle-orm/postgres-js";
import postgres from "postgres";
import * as schema from "./schema";

export type Database = PostgresJsDatabase<typeof schema>;

export interface Connection {
  db: Database;
  sql: postgres.Sql;
  close(): Promise<void>;
}

const urls = new WeakMap<Database, string>();

/** The address that `db` was opened with. Throws for a transaction, which is no pool. */
export function urlOf(db: Database): string {
  const url = urls.get(db);
  if (!url) throw new Error("Only a pool has an address; this is a transaction.");
  return url;
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
  const db = drizzle(preparing(sql), { schema, casing: "snake_case" });
  urls.set(db, url);
  return { db, sql, close: () => sql.end({ timeout: 5 }) };
}

// Long lists of parameters belong to bulk statements, each of its own length: keeping those would fill the server's memory.
const MAX_PREPARED_PARAMETERS = 60;

/** drizzle sends every query unprepared, to be parsed anew each time; this has each connection keep the short ones. */
function preparing<T extends postgres.Sql>(sql: T): T {
  return new Proxy(sql, {
    get(target, key, receiver) {
      const value: unknown = Reflect.get(target, key, receiver);
      if (key === "unsafe") {
        return (query: string, parameters: never[] = [], options = {}) =>
          target.unsafe(query, parameters, { prepare: parameters.length <= MAX_PREPARED_PARAMETERS, ...options });
      }
      if ((key !== "begin" && key !== "savepoint") || typeof value !== "function") return value;
      // Transactions hand out a connection of their own, as the last argument's parameter.
      return (...words: unknown[]) => {
        const work = words.pop() as (inner: postgres.Sql) => unknown; // safe: both methods end with the callback
        return Reflect.apply(value, target, [...words, (inner: postgres.Sql) => work(preparing(inner))]);
      };
    },
  });
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
