// What is built, and of which sources. Plain Node: a start finds out before there are any packages.
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

const ofScreens = ["app", "lib", "db", "inngest", "public"];
/** Of which folders each part is made, and where a note of their state is kept. */
const parts = {
  screens: { folders: ofScreens, stamp: join(".next", "assay-build"), made: join(".next", "BUILD_ID") },
  // The screens and the API's route files. A start does not need these: its own server answers the API.
  routes: { folders: ofScreens, stamp: join(".next", "assay-build-routes"), made: join(".next", "BUILD_ID") },
  // The server's program, the command line and the published documentation. The program is made for one release of Node.
  program: {
    folders: [...ofScreens, "cli", "docs", "scripts"],
    stamp: join(".next", "cache", "assay-server", "built"),
    made: join("public", "assay.mjs"),
    more: process.versions.node,
  },
};
const rootFile =
  /^(?:(?:next|postcss)\.config\.\w+|package(?:-lock)?\.json|tsconfig\.json|(?:instrumentation(?:-client)?|proxy|middleware)\.\w+)$/;
const isTest = (path) => /\.test\.tsx?$/.test(path);
/** Public files that are made of other sources. */
const isMade = (path) => /^public[\\/](?:assay\.mjs|docs\b|llms\.txt)/.test(path);

/** A digest of all that goes into a part: sources, settings, dependencies, and the variables that Next inlines. */
export function hashSources(root, part = "screens") {
  const { folders, more = "" } = parts[part];
  const paths = [
    ...folders.flatMap((folder) => filesBelow(root, folder)).filter((path) => !isTest(path) && !isMade(path)),
    ...readdirSync(root).filter((name) => rootFile.test(name)),
  ];
  const hash = createHash("sha256").update(more);
  for (const path of paths.sort()) hash.update(`${path}\0`).update(readFileSync(join(root, path)));
  const inlined = Object.entries(process.env).filter(([name]) => name.startsWith("NEXT_PUBLIC_"));
  return hash.update(JSON.stringify(inlined.sort())).digest("hex");
}

/** Whether the part was built of what its sources are now, and is still there. */
export const isBuilt = (root, part) =>
  existsSync(join(root, parts[part].made)) && readIfThere(join(root, parts[part].stamp)) === hashSources(root, part);

/** Notes of which sources a part was built, `null` before a build. */
export function markBuilt(root, part, hash) {
  const path = join(root, parts[part].stamp);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, hash ?? "");
}

export function readIfThere(path) {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    if (error.code === "ENOENT") return undefined;
    throw error;
  }
}

function filesBelow(root, folder) {
  const entries = orNone(() => readdirSync(join(root, folder), { withFileTypes: true }));
  return entries.flatMap((entry) => {
    const path = join(folder, entry.name);
    return entry.isDirectory() ? filesBelow(root, path) : [path];
  });
}

function orNone(read) {
  try {
    return read();
  } catch (error) {
    if (error.code === "ENOENT") return [];
    throw error;
  }
}
