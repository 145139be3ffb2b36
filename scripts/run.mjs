// Runs what is built, and needs nothing else: `npm start` ends here, and a packed folder begins here. With `--api` without the screens.
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { endWithNpm } from "./signals.mjs";
import { supervise } from "./supervise.mjs";

endWithNpm();
const root = dirname(dirname(fileURLToPath(import.meta.url)));
process.chdir(root);
supervise(join(root, "scripts", "serve.mjs"), { args: process.argv.slice(2) });
