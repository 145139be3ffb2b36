// The migrated schema as a database that each suite copies.
import { randomBytes } from "node:crypto";
import postgres from "postgres";
import { migrate } from "@/db/migrate";
import { storeBuiltIns } from "@/lib/provisioning/built-ins";

const NAME = "assay_template";

export async function createTemplate(server: string): Promise<void> {
  const sql = postgres(server, { max: 1 });
  try {
    await sql.unsafe(`create database ${NAME}`);
    await migrate(within(server, NAME), storeBuiltIns);
    // A connection to it would make copies fail.
    await sql.unsafe(`alter database ${NAME} allow_connections false`);
    await sql`select pg_terminate_backend(pid) from pg_stat_activity where datname = ${NAME}`;
  } finally {
    await sql.end();
  }
}

interface NewDatabase {
  name: string;
  url: string;
  drop(): Promise<void>;
}

/** A database of its own for the caller, with the project's schema and no rows. */
export const copyTemplate = (server: string): Promise<NewDatabase> =>
  // Files are copied in a fraction of the time that their pages take through the log.
  newDatabase(server, `template ${NAME} strategy file_copy`);

/** A database without even a schema. */
export const emptyDatabase = (server: string): Promise<NewDatabase> => newDatabase(server, "");

async function newDatabase(server: string, options: string): Promise<NewDatabase> {
  const name = `test_${randomBytes(8).toString("hex")}`;
  await execute(server, `create database ${name} ${options}`);
  const drop = () => execute(server, `drop database ${name} with (force)`);
  return { name, url: within(server, name), drop };
}

/** The address of another database of a server. */
export const within = (server: string, name: string): string => Object.assign(new URL(server), { pathname: name }).href;

async function execute(url: string, statement: string): Promise<void> {
  const sql = postgres(url, { max: 1 });
  try {
    await sql.unsafe(statement);
  } finally {
    await sql.end();
  }
}
