// `npm run build`: all that a server needs, so that `npm start` only starts it. Parts whose sources have not changed are left as they are.
// With `--routes` also the API's route files, for tests of them: they run on Vercel, and a server has its own.
import { execFileSync } from "node:child_process";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { isBuilt } from "./built.mjs";
import { installIfNeeded, requireNode } from "./install.mjs";

requireNode();
const root = dirname(dirname(fileURLToPath(import.meta.url)));
process.chdir(root);
await installIfNeeded(root);
process.env.NODE_ENV = "production";

if (!isBuilt(root, "program")) {
  for (const script of ["publish.mjs", "compile.mjs"])
    execFileSync(process.execPath, [join(root, "scripts", script)], { stdio: "inherit" });
}
const { runProgram } = await import("./program.mjs");
await runProgram("buildScreens", { root, routes: process.argv.includes("--routes") });
