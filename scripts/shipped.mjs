// Which packages reach those who run or open Assay: what a server loads by name, and what the builds take in.
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { packagesBelow } from "./packages.mjs";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const PACKAGE = /^(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+/;

export const readLock = () => JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8"));

/** The packages, as paths of the lock file, that a build of these modules takes in. */
export async function builtInto(modules) {
  const { build, stop } = await import("esbuild");
  const { metafile } = await build({
    stdin: { contents: modules.map((path) => `import ${JSON.stringify(`./${path}`)};`).join("\n"), resolveDir: root },
    absWorkingDir: root,
    bundle: true,
    platform: "node",
    format: "esm",
    jsx: "automatic",
    // Loaded by name: they are among the dependencies.
    external: ["next", "next/*", "react", "react-dom", "react/*", "react-dom/*"],
    conditions: ["style", "module"],
    loader: { ".woff2": "empty" },
    metafile: true,
    write: false,
    outdir: "out",
    logLevel: "error",
  });
  await stop();
  const inputs = Object.values(metafile.outputs).flatMap((output) => Object.keys(output.inputs));
  return [...new Set(inputs.flatMap((input) => PACKAGE.exec(input)?.[0] ?? []))].sort();
}

/** Pages, layouts and routes: what Next builds. */
const entries = () =>
  readdirSync(join(root, "app"), { recursive: true, encoding: "utf8" })
    .map((path) => `app/${path.replaceAll("\\", "/")}`)
    .filter((path) => /\/(?:page|layout|route|error|not-found|loading)\.tsx?$/.test(path));

/** All of them, as paths of the lock file. */
export async function shippedPackages(lock = readLock()) {
  const { dependencies, optionalDependencies } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  const loaded = packagesBelow(lock, [...Object.keys(dependencies), ...Object.keys(optionalDependencies)]);
  const built = await builtInto([
    "lib/server/index.ts",
    "cli/main.ts",
    "instrumentation.tsx",
    "proxy.tsx",
    ...entries(),
  ]);
  return [...new Set([...loaded, ...built])].filter((path) => lock.packages[path]).sort();
}
