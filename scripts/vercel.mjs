// The build on Vercel: the public files, then Next's. ASSAY_GATEWAY_RUNTIME=nodejs leaves the edge.
import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const EDGE = 'export const runtime = "edge";';

/** Next reads a route's runtime as a literal in its file, so another one is another file. */
export function onNode(text) {
  if (!text.includes(EDGE)) throw new Error(`A route of /v1 lacks the line \`${EDGE}\`.`);
  return text.replace(EDGE, 'export const runtime = "nodejs";');
}

export const gatewayRoutes = (folder = join(root, "app", "v1")) =>
  readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((path) => /(?:^|[\\/])route\.ts$/.test(path))
    .map((path) => join(folder, path));

function build() {
  const { ASSAY_GATEWAY_RUNTIME: runtime = "" } = process.env;
  if (!["", "edge", "nodejs"].includes(runtime)) throw new Error("ASSAY_GATEWAY_RUNTIME must be edge or nodejs.");
  const run = (...words) => execFileSync(process.execPath, words, { cwd: root, stdio: "inherit" });
  run(join(root, "scripts", "publish.mjs"));
  const texts = new Map(gatewayRoutes().map((path) => [path, readFileSync(path, "utf8")]));
  try {
    if (runtime === "nodejs") for (const [path, text] of texts) writeFileSync(path, onNode(text));
    run(createRequire(join(root, "package.json")).resolve("next/dist/bin/next"), "build");
  } finally {
    // Also tried outside Vercel, in a checkout that somebody works in.
    if (runtime === "nodejs") for (const [path, text] of texts) writeFileSync(path, text);
  }
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) build();
