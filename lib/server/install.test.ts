// What a start needs in node_modules, without npm: it is not on the path of these processes.
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";

const script = join(import.meta.dirname, "../../scripts/install.mjs");
const lock = {
  packages: {
    "": {
      name: "assay",
      dependencies: { runs: "1.0.0" },
      devDependencies: { builds: "2.0.0" },
      optionalDependencies: { postgres: "3.0.0", elsewhere: "4.0.0" },
      workspaces: ["tools"],
    },
    tools: { name: "tools", devDependencies: { tests: "5.0.0" } },
    "node_modules/tools": { resolved: "tools", link: true },
    "node_modules/runs": { version: "1.0.0" },
    "node_modules/builds": { version: "2.0.0", dev: true, optionalDependencies: { compiler: "6.0.0" } },
    "node_modules/compiler": {
      version: "6.0.0",
      dev: true,
      optional: true,
      os: [process.platform],
      cpu: [process.arch],
    },
    "node_modules/tests": { version: "5.0.0", dev: true },
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

type Options = { toRun?: boolean; tools?: boolean };

/** Whether everything is there. Where something is missing, the installation fails. */
function start(options: Options, installed: string[]): boolean {
  const entries = Object.entries(lock.packages).filter(([path]) =>
    installed.includes(path.replace("node_modules/", "")),
  );
  const record = JSON.stringify({ packages: Object.fromEntries(entries) });
  writeFileSync(join(root, "node_modules", ".package-lock.json"), record);
  const code = `import { installIfNeeded } from ${JSON.stringify(script)};
    await installIfNeeded(${JSON.stringify(root)}, ${JSON.stringify(options)});`;
  const { npm_execpath: _, ...env } = process.env;
  const { status } = spawnSync(process.execPath, ["--input-type=module", "--eval", code], {
    // Where it fails, its log stays for people to read.
    env: { ...env, PATH: "", TMPDIR: root },
  });
  return status === 0;
}

const stamp = () => existsSync(join(root, "node_modules", ".assay-install"));

test.each([
  [["runs"], true],
  [["runs", "postgres"], true],
  [["builds", "postgres"], false],
  [[], false],
])("with %j installed, a build can run: %s", (installed, runs) => {
  expect(start({ toRun: true }, installed)).toBe(runs);
  // What is enough to run is not enough to build, so the next start looks again.
  expect(stamp()).toBe(false);
});

test.each([
  [["runs", "builds", "compiler", "postgres"], true],
  [["runs", "builds", "postgres"], false],
  [["runs", "builds", "compiler"], false],
  [["runs", "postgres"], false],
])("with %j installed, a build can be made: %s", (installed, builds) => {
  expect(start({}, installed)).toBe(builds);
  expect(stamp()).toBe(builds);
});

test("tests need the tools, a start does not; the tests' packages suffice for a start", () => {
  const own = ["runs", "builds", "compiler", "postgres"];
  expect(start({ tools: true }, own)).toBe(false);
  expect(start({}, own)).toBe(true);
  // The start has left a note; it does not speak for the tools.
  expect(start({ tools: true }, own)).toBe(false);
  expect(start({ tools: true }, [...own, "tests"])).toBe(true);
  expect(start({}, [])).toBe(true);
});
