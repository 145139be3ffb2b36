// `npm run import-organization -- FILE`, also in a packed folder.
import { existsSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { runProgram } from "./program.mjs";

const [file] = process.argv.slice(2);
if (!file) {
  process.stderr.write("Usage: npm run import-organization -- FILE\n");
  process.exit(2);
}
const root = dirname(dirname(fileURLToPath(import.meta.url)));
const path = resolve(file);
process.chdir(root);
// A packed folder has only the compiled program. A checkout may have one of other sources, and has the sources.
if (!existsSync(join(root, "lib"))) process.env.NODE_ENV = "production";
process.exit(await runProgram("importOrganization", { root, path }));
