// Brings the database in DATABASE_URL to the newest schema: for releases on hosts where the server does not do it at start.
import { migrate } from "@/db/migrate";
import { env } from "@/lib/env";
import { storeBuiltIns } from "@/lib/provisioning/built-ins";

const { DATABASE_URL, DATABASE_DIRECT_URL } = env();
const url = DATABASE_DIRECT_URL ?? DATABASE_URL;
if (!url) {
  process.stderr.write("DATABASE_URL is not set.\n");
  process.exit(1);
}
await migrate(url, storeBuiltIns, (sentence) => void process.stdout.write(`${sentence}\n`));
process.stdout.write("The database schema is up to date.\n");
