// `npm start`, and with `--dev` `npm run dev`: one command from a fresh checkout to a running server.
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { installIfNeeded, requireNode } from "./install.mjs";
import { supervise } from "./supervise.mjs";

requireNode();
const root = dirname(dirname(fileURLToPath(import.meta.url)));
process.chdir(root);
await installIfNeeded(root);

// Who develops wants to see the end of a server, not its return.
if (process.argv.includes("--dev")) await import("./serve.mjs");
else supervise(join(root, "scripts", "serve.mjs"));
