// The server's program, as each of its processes loads it: in production one file of plain JavaScript, otherwise the sources.
// Sources that are translated while they load take 60 MB more, and each of their functions is given its name anew at every call.
import { mkdirSync, renameSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const source = join(root, "lib", "server", "index.ts");
const folder = join(root, ".next", "cache", "assay-server");
const program = join(folder, "server.mjs");

/** Makes the one file of what the sources are now. Takes less than a second, so it is made at every start. */
export const compileProgram = () => compile(source, "server");

/** Makes one file of a program and all that it imports of this project; where it is. */
export async function compile(entry, name) {
  // A package's program is of no use to the server once it has done this.
  const { build, stop } = await import("esbuild");
  const compiled = join(folder, `${name}.mjs`);
  const made = join(folder, `${name}.${process.pid}.mjs`);
  mkdirSync(folder, { recursive: true });
  await build({
    entryPoints: [entry],
    outfile: made,
    absWorkingDir: root,
    bundle: true,
    packages: "external",
    platform: "node",
    format: "esm",
    target: `node${process.versions.node}`,
    sourcemap: "inline",
    sourcesContent: false,
    logLevel: "error",
  });
  await stop();
  // Another server of this folder may be loading it.
  renameSync(made, compiled);
  return compiled;
}

export async function loadProgram() {
  if (process.env.NODE_ENV === "production") {
    process.setSourceMapsEnabled(true);
    return import(pathToFileURL(program).href);
  }
  const { register } = await import("tsx/esm/api");
  register();
  return import(pathToFileURL(source).href);
}
