// Runs one of the program's functions as a command; its result is the exit code.
import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { runProgram } from "./program.mjs";

const root = dirname(dirname(fileURLToPath(import.meta.url)));

/** `options` reach the function together with the project's folder, in which it runs. */
export async function runToEnd(name, options = {}) {
  process.chdir(root);
  // A packed folder has only the compiled program. A checkout may have one of other sources, and has the sources.
  if (!existsSync(join(root, "lib"))) process.env.NODE_ENV = "production";
  process.exit(await runProgram(name, { root, ...options }));
}
