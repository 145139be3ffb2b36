// `npm run reseal`, also in a packed folder.
import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { runProgram } from "./program.mjs";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
process.chdir(root);
// A packed folder has only the compiled program. A checkout may have one of other sources, and has the sources.
if (!existsSync(join(root, "lib"))) process.env.NODE_ENV = "production";
process.exit(await runProgram("resealSecrets", { root }));
