// What a start needs in node_modules, without npm: it is not on the path of these processes.
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";

const script = join(import.meta.dirname, "../../scripts/install.mjs");
const lock = {
  packages: {
    "": { name: "assay" },
    "node_modules/runs": { version: "1.0.0" },
    "node_modules/builds": { version: "2.0.0", dev: true },
    "node_modules/postgres": { version: "3.0.0", optional: true, os: [process.platform], cpu: [process.arch] },
    "node_modules/elsewhere": { version: "4.0.0", optional: true, os: ["elsewhere"], cpu: [process.arch] },
  },
};
let root: string;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "assay-install-test-"));
  mkdirSync(join(root, "node_modules"));
  writeFileSync(join(root, "package-lock.json"), JSON.stringify(lock));
});
afterEach(() => rmSync(root, { recursive: true }));

function start(toRun: boolean, installed: string[]): boolean {
  const entries = Object.entries(lock.packages).filter(([path]) =>
    installed.includes(path.replace("node_modules/", "")),
  );
  const record = JSON.stringify({ packages: Object.fromEntries(entries) });
  writeFileSync(join(root, "node_modules", ".package-lock.json"), record);
  const code = `import { installIfNeeded } from ${JSON.stringify(script)};
    await installIfNeeded(${JSON.stringify(root)}, ${JSON.stringify({ toRun })});`;
  const { npm_execpath: _, ...env } = process.env;
  const { status } = spawnSync(process.execPath, ["--input-type=module", "--eval", code], {
    env: { ...env, PATH: "" },
  });
  return status === 0;
}

const stamp = () => existsSync(join(root, "node_modules", ".assay-install"));

test.each([
  [["runs"], true],
  [["runs", "postgres"], true],
  [["builds", "postgres"], false],
  [[], false],
])("of %j a build runs: %s", (installed, runs) => {
  expect(start(true, installed)).toBe(runs);
  // What is enough to run is not enough to build, so the next start looks again.
  expect(stamp()).toBe(false);
});

test.each([
  [["runs", "builds", "postgres"], true],
  [["runs", "builds"], false],
  [["runs", "postgres"], false],
])("of %j something is built: %s", (installed, builds) => {
  expect(start(false, installed)).toBe(builds);
  expect(stamp()).toBe(builds);
});
