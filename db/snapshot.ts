// A connection apart from the pool, in which everything is read as it was at one moment: for work that reads for long.
import { PassThrough, type Readable, type Transform } from "node:stream";
import { type SQL, sql as statement } from "drizzle-orm";
import { PgDialect } from "drizzle-orm/pg-core";
import { drizzle } from "drizzle-orm/postgres-js";
import type postgres from "postgres";
import { type Database, urlOf } from "./client";
import { CsvBlocks } from "./csv-blocks";
import { openDriver } from "./driver";
import * as schema from "./schema";

export interface Snapshot {
  db: Database;
  /**
   * What `query` selects as RFC 4180 lines without a header, in blocks. Rows are joined by whole tables and never one by one,
   * so `query` reads each table for a range. When the caller stops early, the query is cancelled, and with it the snapshot
   * has ended.
   */
  csv(query: SQL): AsyncGenerator<Uint8Array>;
  /** The only column of `query`, which is JSON: blocks of whole lines, one value per line. Otherwise like `csv`. */
  jsonLines(query: SQL): AsyncGenerator<Buffer>;
  /** The pool that the snapshot was opened from: reads what is true now, also while the snapshot streams. */
  pool: Database;
  close(): Promise<void>;
}

// What sorts and hash tables may hold is bounded: several exports can run at once.
const SETTINGS = "set local jit = off; set local work_mem = '16MB'";
// Nested loops over what the planner takes for a few rows, as in tables that have just been filled, would take forever.
const BY_WHOLE_TABLES = "set local enable_nestloop = off";
const ONE_BY_ONE_TOO = "set local enable_nestloop = on";
// JSON escapes all control characters, so these never occur and each value is written unchanged.
const BARE = "format csv, quote E'\\x01', delimiter E'\\x02'";

/** Opens a snapshot of the database of `db`, which must be a pool. The caller closes it. */
export async function openSnapshot(db: Database): Promise<Snapshot> {
  // No time limits, and no second connection: it would read at another moment.
  const sql = openDriver(urlOf(db), {
    max: 1,
    idle_timeout: 0,
    max_lifetime: null,
    connection: { application_name: "assay export", TimeZone: "UTC" },
    onclose: () => void close(),
  });
  // Nothing is under way then: a lost connection would be waited for until the driver gives it up.
  const close = () => sql.end({ timeout: 0 });
  try {
    await sql.unsafe(`begin isolation level repeatable read read only; ${SETTINGS}`);
    const [row] = await sql<{ pid: number }[]>`select pg_backend_pid() as pid`; // the first query settles the moment
    const cancel = () => db.execute(statement`select pg_cancel_backend(${row?.pid ?? null}::int)`);
    return {
      db: drizzle(sql, { schema, casing: "snake_case" }),
      async *csv(query) {
        await sql.unsafe(BY_WHOLE_TABLES);
        yield* copy(sql, query, "format csv", new CsvBlocks(), cancel);
        await sql.unsafe(ONE_BY_ONE_TOO); // the caller may look up a few rows before the next
      },
      jsonLines: (query) => copy(sql, query, BARE, new PassThrough(), cancel),
      pool: db,
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

const dialect = new PgDialect({ casing: "snake_case" });

async function* copy(
  sql: postgres.Sql,
  query: SQL,
  format: string,
  blocks: Transform,
  cancel: () => Promise<unknown>,
): AsyncGenerator<Buffer> {
  // COPY takes no parameters, so they are written into the statement.
  const text = dialect.sqlToQuery(query.inlineParams()).sql;
  const rows = await sql.unsafe(`copy (${text}) to stdout with (${format})`).readable();
  rows.once("close", () => resume(rows));
  rows.once("error", (error) => blocks.destroy(error));
  rows.pipe(blocks);
  try {
    yield* blocks;
  } finally {
    if (!rows.readableEnded && !rows.errored) await abandon(rows, cancel);
  }
}

/**
 * The driver pauses its socket for a slow reader and resumes it in `_read`, which nobody calls once the last row has come:
 * the connection would never answer again.
 */
function resume(rows: Readable): void {
  try {
    rows._read(0);
  } catch {
    // The connection is lost, and its socket with it.
  }
}

/**
 * Stops a COPY half way. What is under way already must be read, or the server would wait forever to send it. The driver's
 * own `cancel` does nothing once rows have begun to come.
 */
async function abandon(rows: Readable, cancel: () => Promise<unknown>): Promise<void> {
  const ended = new Promise<void>((resolve) => rows.once("close", resolve));
  rows.unpipe();
  rows.on("data", () => {});
  rows.resume();
  await cancel();
  await ended;
}
