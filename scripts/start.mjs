// `npm start`, and with `--dev` `npm run dev`: one command from a fresh checkout to a running server.
import { execFileSync } from "node:child_process";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { installIfNeeded, requireNode } from "./install.mjs";
import { endWithNpm } from "./signals.mjs";
import { supervise } from "./supervise.mjs";

requireNode();
endWithNpm();
const root = dirname(dirname(fileURLToPath(import.meta.url)));
process.chdir(root);
await installIfNeeded(root);

const runFirst = (script) => execFileSync(process.execPath, [join(root, "scripts", script)], { stdio: "inherit" });
runFirst("publish.mjs");

// A developer wants to see the end of a server, not its return.
if (process.argv.includes("--dev")) await import("./serve.mjs");
else {
  // Once: a server that is started again is the one that has ended, also where the sources have changed meanwhile.
  runFirst("compile.mjs");
  supervise(join(root, "scripts", "serve.mjs"));
}
