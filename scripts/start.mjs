// `npm start`, with `--dev` `npm run dev`, with `--api` `npm run api`: one command from a fresh checkout to a running server.
import { execFileSync } from "node:child_process";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { isBuilt } from "./built.mjs";
import { installIfNeeded, requireNode } from "./install.mjs";
import { endWithNpm } from "./signals.mjs";

requireNode();
endWithNpm();
const root = dirname(dirname(fileURLToPath(import.meta.url)));
process.chdir(root);
const [isDev, isApi] = ["--dev", "--api"].map((word) => process.argv.includes(word));
const hasProgram = !isDev && isBuilt(root, "program");
const hasScreens = !isDev && (isApi || isBuilt(root, "screens"));
await installIfNeeded(root, { toRun: hasProgram && hasScreens });

const runFirst = (script) => execFileSync(process.execPath, [join(root, "scripts", script)], { stdio: "inherit" });
if (!hasProgram) runFirst("publish.mjs");

// A developer wants to see the end of a server, not its return.
if (isDev) await import("./serve.mjs");
else {
  // Once: a server that is started again is the one that has ended, also where the sources have changed meanwhile.
  if (!hasProgram) runFirst("compile.mjs");
  // Otherwise the server builds the screens, while its services start.
  if (hasScreens) process.argv.push("--built");
  await import("./run.mjs");
}
