// The server's program, as each of its processes loads it: in production one file of plain JavaScript, otherwise the sources.
// Sources that are translated while they load take 60 MB more, and each of their functions is given its name again at every call;
// packages that are loaded file by file take as long again as everything else of a start, and 35 MB.
import { mkdirSync, renameSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { runCompiled, withVersion } from "./compiled.mjs";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const source = join(root, "lib", "server", "index.ts");
const folder = join(root, ".next", "cache", "assay-server");
const program = join(folder, "server.cjs");

/** Makes the one file of what the sources are now. Takes a second or two, so it is made at every start. */
export const compileProgram = () => compile(source, "server");

// Packages written as modules ask where they are.
const address = {
  name: "assayAddress",
  code: 'const assayAddress = require("node:url").pathToFileURL(__filename).href;',
};

/**
 * A source map that knows the lines of this project only. Node reads the whole of it at the first stack trace that is printed: with the
 * packages' lines that takes a server 0.3 s in which it answers nobody, and 160 MB.
 */
async function mapOfSources(text) {
  const { decode, encode } = await import("@jridgewell/sourcemap-codec");
  const map = JSON.parse(text);
  const isOwn = map.sources.map((source) => !source.includes("node_modules/"));
  let wasOwn = false;
  const lines = decode(map.mappings).map((line) =>
    line.flatMap((segment) => {
      const [column, source] = segment;
      const begins = wasOwn;
      wasOwn = source !== undefined && isOwn[source];
      // At the start of a package, one segment says that no lines follow.
      return wasOwn ? [segment] : begins ? [[column]] : [];
    }),
  );
  return JSON.stringify({ ...map, mappings: encode(lines) });
}

/**
 * JavaScript without characters beyond ASCII, of which esbuild leaves some in patterns and comments: for a single one of them V8
 * keeps the whole text with two bytes a character, 13 MB more in each process.
 */
export const inAscii = (code) =>
  code.replace(/\\([\0-\x7f])|\\?([^\0-\x7f])/g, (match, _, character) =>
    character ? `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}` : match,
  );

/** Makes one file of a program and all that it imports; where it is. */
export async function compile(entry, name) {
  const { build, stop } = await import("esbuild");
  const compiled = join(folder, `${name}.cjs`);
  const { outputFiles } = await build({
    entryPoints: [entry],
    outfile: compiled,
    absWorkingDir: root,
    bundle: true,
    platform: "node",
    format: "cjs",
    define: { "import.meta.url": address.name },
    banner: { js: address.code },
    target: `node${process.versions.node}`,
    // A script that runs with cached code cannot import later, but it can require.
    supported: { "dynamic-import": false },
    sourcemap: "linked",
    sourcesContent: false,
    logLevel: "error",
    write: false,
  });
  await stop();
  mkdirSync(folder, { recursive: true });
  for (const { path, text } of outputFiles) {
    const made = `${path}.${process.pid}`;
    writeFileSync(made, path.endsWith(".map") ? await mapOfSources(text) : withVersion(inAscii(text)));
    // Another server of this folder may be loading it.
    renameSync(made, path);
  }
  return compiled;
}

/** Runs one of the program's functions, `main` or `runWorker`; in production once `begin` has returned. */
export async function runProgram(name, options, begin) {
  if (process.env.NODE_ENV === "production") return runCompiled(program, name, options, { begin });
  const { register } = await import("tsx/esm/api");
  register();
  return (await import(pathToFileURL(source).href))[name](options);
}
