// `npm run import-organization`: into the database of DATABASE_URL, or into the embedded one while no server runs on it.
import { createReadStream } from "node:fs";
import { join } from "node:path";
import { connect } from "@/db/client";
import { migrate } from "@/db/migrate";
import { type Imported, importOrganization as importFile } from "@/lib/accounts/transfer/import-organization";
import { FileRefused } from "@/lib/accounts/transfer/read-file";
import { dataDirectory } from "@/lib/embedded/data-directory";
import { startPostgres } from "@/lib/embedded/postgres";
import { env } from "@/lib/env";
import { storeBuiltIns } from "@/lib/provisioning/built-ins";
import { asStartupError } from "@/lib/startup-error";
import { loadEnvironment } from "./load-environment";

/** Returns the exit code: 1 if nothing was imported. */
export async function importOrganization({ root, path }: { root: string; path: string }): Promise<number> {
  loadEnvironment(root, false);
  try {
    const { name, rows, known, created } = await importAt(path);
    const count = Object.values(rows).reduce((sum, each) => sum + each, 0);
    process.stdout.write(
      `Imported ${name}: ${count} rows. ${known} people had an account here, ${created} got one without a password.\n` +
        "Start the servers, or restart those that run, so that the gateway knows the keys.\n",
    );
    return 0;
  } catch (error) {
    process.stderr.write(`${reasonOf(error)}\nNothing was imported.\n`);
    return 1;
  }
}

function reasonOf(error: unknown): string {
  if (error instanceof FileRefused) return error.message;
  if (error instanceof Error && "code" in error && error.code === "ENOENT") return error.message;
  const known = asStartupError(error);
  if (!known) throw error;
  return known.message;
}

async function importAt(path: string): Promise<Imported> {
  const { url, stop } = await openDatabase();
  try {
    await migrate(url, storeBuiltIns);
    const { db, close } = connect(url, 2);
    try {
      return await importFile(db, createReadStream(path));
    } finally {
      await close();
    }
  } finally {
    await stop();
  }
}

async function openDatabase(): Promise<{ url: string; stop: () => Promise<void> }> {
  const { DATABASE_URL, DATABASE_DIRECT_URL } = env();
  const url = DATABASE_DIRECT_URL ?? DATABASE_URL;
  if (url) return { url, stop: () => Promise.resolve() };
  return startPostgres({ directory: join(dataDirectory(), "postgres") });
}
