// `npm ci` installs on every platform only if the lock file has an entry for each platform's programs.
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { missingOptionals } from "@/scripts/complete-lock.mjs";

const lock = JSON.parse(readFileSync("package-lock.json", "utf8"));

test("the lock file holds the optional packages of every platform", () => {
  expect(missingOptionals(lock)).toEqual([]);
});

test.each(["darwin", "linux", "win32"])("the lock file holds Next's, Tailwind's and Biome's programs for %s", (os) => {
  const entries: [string, { os?: string[] }][] = Object.entries(lock.packages);
  const names = entries.flatMap(([path, entry]) => (entry.os?.includes(os) ? [path.replace("node_modules/", "")] : []));
  for (const tool of ["@next/swc-", "@tailwindcss/oxide-", "@biomejs/cli-"])
    expect(names.some((name) => name.startsWith(tool))).toBe(true);
});

test("a missing entry is reported", () => {
  const { "node_modules/@next/swc-win32-x64-msvc": _, ...packages } = lock.packages;
  expect(missingOptionals({ packages })).toMatchObject([{ name: "@next/swc-win32-x64-msvc" }]);
});
