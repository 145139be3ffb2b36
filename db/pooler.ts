import { setTimeout as wait } from "node:timers/promises";
import type postgres from "postgres";
import { log } from "@/lib/observe/log";
import { readAddress, sharedAddress } from "./address";
import { openDriver } from "./driver";
import { databaseErrorCode } from "./error-code";

const ROUNDS = 8;
const PATIENCE_MS = 10_000;

/**
 * Finds out whether a pooler in transaction mode is in between. A session of PostgreSQL's own belongs to one connection for as
 * long as that lives: two connections never share one, and none ever changes it. Throws if the server does not answer.
 */
export async function sharesSessions(address: string): Promise<boolean> {
  const open = () => openDriver(sharedAddress(address), { max: 1 });
  const clients = [open(), open()];
  const late = new AbortController();
  const giveUp = async (): Promise<never> => {
    await wait(PATIENCE_MS, undefined, { signal: late.signal });
    throw new Error(`no answer within ${PATIENCE_MS / 1000} seconds`);
  };
  try {
    return await Promise.race([meetInOne(clients), giveUp()]);
  } finally {
    late.abort();
    await Promise.all(clients.map((sql) => sql.end({ timeout: 0 })));
  }
}

async function meetInOne(clients: readonly postgres.Sql[]): Promise<boolean> {
  const owners = new Map<unknown, postgres.Sql>();
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const client of clients) {
      const [session] = await client.unsafe("select pg_backend_pid() as pid");
      const owner = owners.get(session?.pid) ?? client;
      owners.set(session?.pid, owner);
      if (owner !== client || owners.size > clients.length) return true;
    }
  }
  return false;
}

/** The address, saying that sessions are shared where they are. Throws when the database cannot be reached. */
export async function settledAddress(address: string): Promise<string> {
  const found = await sharesSessions(address);
  return (readAddress(address).isShared ?? found) ? sharedAddress(address) : address;
}

/** Adds it to DATABASE_URL before the first pool is opened. If it cannot be found out, sessions count as shared. */
export async function settleDatabaseUrl(): Promise<void> {
  const { DATABASE_URL } = process.env;
  if (!DATABASE_URL || readAddress(DATABASE_URL).isShared !== undefined) return;
  process.env.DATABASE_URL = await settledAddress(DATABASE_URL).catch((error) => {
    const why = databaseErrorCode(error) ?? "it does not answer";
    log("warn", `Could not find out whether the database shares sessions (${why}). Assay assumes that it does.`);
    return sharedAddress(DATABASE_URL);
  });
}
