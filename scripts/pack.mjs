// `npm run pack -- <folder>`: writes what runs a build, and nothing else, into a new folder; `npm run pack -- --api <folder>` only the API
// and the gateway. Neither has an embedded PostgreSQL: they need DATABASE_URL.
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { packagesBelow } from "./packages.mjs";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const words = process.argv.slice(2);
const isApi = words.includes("--api");
const [folder] = words.filter((word) => !word.startsWith("--"));
if (!folder) fail("To which folder? npm run pack -- [--api] <folder>");
const target = resolve(process.env.INIT_CWD ?? process.cwd(), folder);
if (existsSync(target) && readdirSync(target).length > 0) fail(`${target} is not empty.`);

const manifest = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
const scripts = [
  "run",
  "signals",
  "supervise",
  "serve",
  "program",
  "compiled",
  "worker",
  "reseal",
  "import-organization",
  "run-to-end",
];
const program = join(".next", "cache", "assay-server");
const files = [
  "LICENSE",
  join("db", "migrations"),
  join("db", "functions"),
  ...scripts.map((name) => join("scripts", `${name}.mjs`)),
  ...["server.cjs", "server.cjs.map"].map((name) => join(program, name)),
];
const ofScreens = ["public", ...["screens", "screens-watch"].map((name) => join("scripts", `${name}.mjs`))];
const builtByNext = ["cache", "dev", "diagnostics", "trace", "types", "lock"];
/** Maps of lines that no process of a server reads, types, and words for people. */
const isUnread = (path) => /\.(?:map|d\.[cm]?ts|md)$/.test(path) || /[\\/]next[\\/]dist[\\/]docs$/.test(path);
// The API loads these by name; all else is in its program.
const ofApi = ["quickjs-emscripten-core", "@jitl/quickjs-wasmfile-release-sync", "hucre", "yaml"];

for (const path of isApi ? files : [...files, ...ofScreens]) copy(path);
if (!isApi) {
  const built = readdirSync(join(root, ".next")).filter((name) => !builtByNext.includes(name));
  for (const name of built) copy(join(".next", name), (path) => !isUnread(path));
}
const lock = JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8"));
const names = isApi ? ofApi : Object.keys(manifest.dependencies);
const paths = packagesBelow(lock, names);
// What a package has below itself is in the list as well, if it is needed.
for (const path of paths)
  copy(path, (file) => (basename(file) !== "node_modules" || file === join(root, path)) && !isUnread(file));

const { name, version, license, type, engines } = manifest;
const start = `exec node scripts/run.mjs --built${isApi ? " --api" : ""}`;
const own = {
  name,
  version,
  license,
  private: true,
  type,
  engines,
  scripts: { start, reseal: manifest.scripts.reseal, "import-organization": manifest.scripts["import-organization"] },
};
writeFileSync(join(target, "package.json"), `${JSON.stringify(own, null, 2)}\n`);
const megabytes = Math.ceil(sizeOf(target) / 1e6);
process.stdout.write(`${target}: ${megabytes} MB, ${paths.length} packages. Start it with \`npm start\` in it.\n`);

function copy(path, filter) {
  const source = join(root, path);
  if (!existsSync(source)) fail(`${path} is missing. Run \`npm run build\` first.`);
  mkdirSync(dirname(join(target, path)), { recursive: true });
  cpSync(source, join(target, path), { recursive: true, dereference: true, ...(filter && { filter }) });
}

/** On a disk, which hands out blocks of 4 kB. */
function sizeOf(path) {
  const { size } = statSync(path);
  const own = Math.ceil(size / 4096) * 4096;
  if (!statSync(path).isDirectory()) return own;
  return readdirSync(path).reduce((sum, entry) => sum + sizeOf(join(path, entry)), own);
}

function fail(sentence) {
  process.stderr.write(`${sentence}\n`);
  process.exit(1);
}
