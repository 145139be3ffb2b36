import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { advisoryLocks } from "./advisory-locks";

const root = join(import.meta.dirname, "..");
const sources = ["app", "db", "inngest", "lib", "scripts"]
  .flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: "utf8" }).map((file) => join(folder, file)),
  )
  .filter((file) => /\.tsx?$/.test(file) && !file.startsWith("db/advisory-locks"));

test("each advisory lock has its own number", () => {
  const numbers = Object.values(advisoryLocks);
  expect(new Set(numbers).size).toBe(numbers.length);
});

test("no other file contains the number of a lock", () => {
  const numbered = /\b727_\d{3}\b|advisory_xact_lock(_shared)?\(\s*\d/;
  const tests = /db\/session-state\.test\.ts$/; // its statements are only looked at
  expect(sources.filter((file) => !tests.test(file) && numbered.test(readFileSync(join(root, file), "utf8")))).toEqual(
    [],
  );
});
