import { randomBytes } from "node:crypto";
import postgres from "postgres";
import { inject } from "vitest";
import { sharedAddress } from "@/db/address";
import { template } from "./global-setup";

export interface TestDatabase {
  /** Through the pooler, where there is one. */
  url: string;
  /** PostgreSQL's own. */
  directUrl: string;
  drop(): Promise<void>;
}

/** A database of its own for the calling suite, with the project's schema and no rows. */
export async function createDatabase(): Promise<TestDatabase> {
  const server = inject("postgresUrl");
  const name = `test_${randomBytes(8).toString("hex")}`;
  // Files are copied in a fraction of the time that their pages take through the log.
  await execute(server, `create database ${name} template ${template} strategy file_copy`);
  const within = (address: string) => Object.assign(new URL(address), { pathname: name }).href;
  const pooler = inject("poolerUrl");
  return {
    url: pooler === null ? within(server) : sharedAddress(within(pooler)),
    directUrl: within(server),
    drop: () => execute(server, `drop database ${name} with (force)`),
  };
}

async function execute(url: string, statement: string): Promise<void> {
  const sql = postgres(url, { max: 1 });
  try {
    await sql.unsafe(statement);
  } finally {
    await sql.end();
  }
}
