// `npm run import-organization -- FILE`, also in a packed folder.
import { resolve } from "node:path";
import { runToEnd } from "./run-to-end.mjs";

const [file] = process.argv.slice(2);
if (!file) {
  process.stderr.write("Usage: npm run import-organization -- FILE\n");
  process.exit(2);
}
await runToEnd("importOrganization", { path: resolve(file) });
