// Adds to package-lock.json the optional packages of other platforms that npm left out because the registry at hand does not
// have them. Without these entries `npm ci` refuses the lock file on every platform. Run it after `npm install`.
import { readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

// A program for one platform is named after it: `@next/swc-linux-x64-musl`, `@rollup/rollup-win32-arm64-msvc`.
const PLATFORM =
  /-(android|darwin|freebsd|linux|netbsd|openbsd|openharmony|sunos|win32|wasm32)-(arm64|arm|ia32|loong64|ppc64|riscv64|s390x|x64|wasi)(?:-([a-z]+))?$/;

/** The lock's optional packages that have no entry of their own, with their versions and platforms. */
export function missingOptionals({ packages }) {
  const paths = Object.keys(packages);
  const isLocked = (name) =>
    paths.some((path) => path === `node_modules/${name}` || path.endsWith(`/node_modules/${name}`));
  return Object.values(packages).flatMap(({ optionalDependencies = {}, dev }) =>
    Object.entries(optionalDependencies)
      .filter(([name]) => !isLocked(name))
      .map(([name, version]) => ({ name, version, dev })),
  );
}

function entryOf({ name, version, dev }) {
  const [, os, cpu, library = ""] = PLATFORM.exec(name) ?? [];
  if (!os || !/^\d+\.\d+\.\d+[\w.-]*$/.test(version)) throw new Error(`${name}@${version}: the platform is not known.`);
  const libc = library.startsWith("musl")
    ? ["musl"]
    : os === "linux" && library.startsWith("gnu")
      ? ["glibc"]
      : undefined;
  return {
    version,
    cpu: [os === "wasm32" ? os : cpu],
    ...(dev ? { dev } : {}),
    ...(libc ? { libc } : {}),
    optional: true,
    ...(os === "wasm32" ? {} : { os: [os] }),
  };
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  const path = join(dirname(dirname(fileURLToPath(import.meta.url))), "package-lock.json");
  const lock = JSON.parse(readFileSync(path, "utf8"));
  const missing = missingOptionals(lock);
  for (const one of missing) lock.packages[`node_modules/${one.name}`] = entryOf(one);
  const { "": root, ...rest } = lock.packages;
  const sorted = Object.entries(rest).sort(([left], [right]) => left.localeCompare(right, "en"));
  lock.packages = { "": root, ...Object.fromEntries(sorted) };
  writeFileSync(path, `${JSON.stringify(lock, null, 2)}\n`);
  process.stdout.write(`${missing.length} entries added\n`);
}
