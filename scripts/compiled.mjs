// Runs what `compile` of program.mjs has made. V8 compiles functions as they are first called; what has come of it is kept beside
// the program for the next process, which starts in two thirds of the time. From 22 on, Node can do this by itself.
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import Module, { createRequire } from "node:module";
import { basename, dirname, join } from "node:path";
import { Script } from "node:vm";

/** Long enough for the first requests, whose functions are kept as well. */
const KEPT_AFTER_MS = 10_000;
const VERSION = /^\/\* ([0-9a-f]{32}) \*\//;

/** V8 takes kept code for that of any program of the same length: its file is named by the text. */
export const withVersion = (text) => `/* ${createHash("sha256").update(text).digest("hex").slice(0, 32)} */ ${text}`;

/**
 * Runs a function that a compiled program exports, with the code that an earlier process has kept of it; what it returns. `begin` is
 * given the loaded program, and is waited for.
 */
export async function runCompiled(compiled, name, input, { begin, keptAfterMs = KEPT_AFTER_MS } = {}) {
  const text = readFileSync(compiled, "latin1"); // it is ASCII
  const kept = `${compiled}.${VERSION.exec(text)?.[1]}.code`;
  const cachedData = existsSync(kept) ? readFileSync(kept) : undefined;
  const script = new Script(Module.wrap(text), { filename: compiled, cachedData });
  const own = new Module(compiled);
  script.runInThisContext()(own.exports, createRequire(compiled), own, compiled, dirname(compiled));
  if (begin) await begin(own.exports);
  const done = own.exports[name](input);
  mapLines(compiled, text); // takes 12 ms, in which the program waits for its first connections
  const answer = await done;
  if (!cachedData || script.cachedDataRejected) setTimeout(keep, keptAfterMs, script, compiled, kept).unref();
  return answer;
}

/** Lets Node report the source lines of a program that it has not loaded itself, as for a program that ends with the same line. */
function mapLines(compiled, text) {
  process.setSourceMapsEnabled(true);
  const line = new Module(compiled);
  line._compile(text.slice(text.lastIndexOf("\n//")), compiled);
  // A map is kept for as long as its module is.
  createRequire(compiled).cache[compiled] = line;
}

/** Once for each text, some 50 ms in which no request is answered. */
function keep(script, compiled, kept) {
  const folder = dirname(compiled);
  const made = `${kept}.${process.pid}`;
  try {
    writeFileSync(made, script.createCachedData());
    renameSync(made, kept);
    const isFormer = (file) => file.startsWith(`${basename(compiled)}.`) && file.endsWith(".code");
    for (const file of readdirSync(folder))
      if (isFormer(file) && file !== basename(kept)) rmSync(join(folder, file), { force: true });
  } catch {
    // Where nothing may be written, each start takes what the first took.
  }
}
