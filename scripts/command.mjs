// Makes the command line, `assay`, as one file that runs with nothing but Node: public/assay.mjs, which the server gives out.
import { mkdirSync, renameSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = dirname(dirname(fileURLToPath(import.meta.url)));

/** Packages that are not written as modules ask for Node's own parts by `require`. */
const banner = `#!/usr/bin/env node
import { createRequire as assayRequire } from "node:module";
const require = assayRequire(import.meta.url);`;

/** Where the file is. It is there whole: others may be reading it. */
export async function makeCommand(path = join(root, "public", "assay.mjs")) {
  const { build, stop } = await import("esbuild");
  const { outputFiles } = await build({
    entryPoints: [join(root, "cli", "main.ts")],
    absWorkingDir: root,
    bundle: true,
    platform: "node",
    format: "esm",
    target: "node20.9",
    minify: true,
    keepNames: true,
    banner: { js: banner },
    legalComments: "none",
    logLevel: "error",
    write: false,
  });
  await stop();
  mkdirSync(dirname(path), { recursive: true });
  const draft = `${path}.${process.pid}`;
  writeFileSync(draft, outputFiles[0].contents, { mode: 0o755 });
  renameSync(draft, path);
  return path;
}
