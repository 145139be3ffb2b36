// Stores an organization from another server's file: in the database of DATABASE_URL, or in the embedded one while no server runs.
import { createReadStream } from "node:fs";
import { join } from "node:path";
import { connect } from "@/db/client";
import { migrate } from "@/db/migrate";
import { type Imported, importOrganization } from "@/lib/accounts/transfer/import-organization";
import { FileRefused } from "@/lib/accounts/transfer/read-file";
import { dataDirectory } from "@/lib/embedded/data-directory";
import { startPostgres } from "@/lib/embedded/postgres";
import { env } from "@/lib/env";
import { storeBuiltIns } from "@/lib/provisioning/built-ins";
import { asStartupError } from "@/lib/startup-error";

const [path] = process.argv.slice(2);
if (!path) {
  process.stderr.write("Usage: npm run import-organization -- FILE\n");
  process.exit(2);
}

async function openDatabase(): Promise<{ url: string; stop: () => Promise<void> }> {
  const { DATABASE_URL, DATABASE_DIRECT_URL } = env();
  const url = DATABASE_DIRECT_URL ?? DATABASE_URL;
  if (url) return { url, stop: () => Promise.resolve() };
  return startPostgres({ directory: join(dataDirectory(), "postgres") });
}

async function importFile(file: string): Promise<Imported> {
  const { url, stop } = await openDatabase();
  try {
    await migrate(url, storeBuiltIns);
    const { db, close } = connect(url, 2);
    try {
      return await importOrganization(db, createReadStream(file));
    } finally {
      await close();
    }
  } finally {
    await stop();
  }
}

try {
  const { name, rows, known, created } = await importFile(path);
  const count = Object.values(rows).reduce((sum, each) => sum + each, 0);
  process.stdout.write(
    `Imported ${name}: ${count} rows. ${known} people had an account here, ${created} got one without a password.\n` +
      "Start the servers, or restart those that run, so that the gateway knows the keys.\n",
  );
} catch (error) {
  const known = error instanceof FileRefused ? error : asStartupError(error);
  if (!known && !(error instanceof Error && "code" in error && error.code === "ENOENT")) throw error;
  process.stderr.write(`${(known ?? (error as Error)).message}\nNothing was imported.\n`); // an Error by the line above
  process.exitCode = 1;
}
