// A connection apart from the pool, in which everything is read as it was at one moment: for work that reads for long.
import type { Readable } from "node:stream";
import type { SQL } from "drizzle-orm";
import { PgDialect } from "drizzle-orm/pg-core";
import { drizzle } from "drizzle-orm/postgres-js";
import postgres from "postgres";
import { type Database, urlOf } from "./client";
import { CsvBlocks } from "./csv-blocks";
import * as schema from "./schema";

export interface Snapshot {
  db: Database;
  /** What `query` selects as RFC 4180 lines without a header, in blocks. Ends the query when the caller stops early. */
  csv(query: SQL): AsyncGenerator<Uint8Array>;
  close(): Promise<void>;
}

// Plans that begin to answer at once and keep nothing: rows come in the order of an index, and each looks up its own.
const STREAMING_PLANS = ["hashjoin", "mergejoin", "seqscan", "bitmapscan", "sort"]
  .map((way) => `set local enable_${way} = off;`)
  .join("");

/** Opens a snapshot of the database of `db`, which must be a pool. Whoever opens it closes it. */
export async function openSnapshot(db: Database): Promise<Snapshot> {
  // No time limits: a connection that the driver replaced in between would read at another moment.
  const sql = postgres(urlOf(db), {
    max: 1,
    connect_timeout: 5,
    idle_timeout: 0,
    max_lifetime: null,
    onnotice: () => {},
    connection: { application_name: "assay export", TimeZone: "UTC" },
  });
  const close = () => sql.end({ timeout: 5 });
  try {
    await sql.unsafe(`begin isolation level repeatable read read only; set local jit = off; ${STREAMING_PLANS}`);
    await sql`select 1`; // the first query settles the moment
  } catch (error) {
    await close();
    throw error;
  }
  return { db: drizzle(sql, { schema, casing: "snake_case" }), csv: (query) => copyCsv(sql, query), close };
}

const dialect = new PgDialect({ casing: "snake_case" });

async function* copyCsv(sql: postgres.Sql, query: SQL): AsyncGenerator<Uint8Array> {
  // COPY takes no parameters, so they are written into the statement.
  const text = dialect.sqlToQuery(query.inlineParams()).sql;
  const statement = sql.unsafe(`copy (${text}) to stdout with (format csv)`);
  const rows = await statement.readable();
  const blocks = new CsvBlocks();
  rows.once("error", (error) => blocks.destroy(error));
  rows.pipe(blocks);
  try {
    yield* blocks;
  } finally {
    if (!rows.readableEnded && !rows.errored) await abandon(statement, rows);
  }
}

/** Stops a COPY half way. What is under way already must be read, or the server would wait for ever to send it. */
async function abandon(statement: { cancel(): unknown }, rows: Readable): Promise<void> {
  const ended = new Promise<void>((resolve) => rows.once("close", resolve));
  rows.unpipe();
  rows.on("data", () => {});
  rows.resume();
  await statement.cancel();
  await ended;
}
