import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { described } from "./described";
import { textOf } from "./run/text-of";
import { checkedKey, writePrivately } from "./settings";
import { Problem } from "./verdict";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "assay-described-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

test("an error of the file system is a sentence with the path", async () => {
  const error: unknown = await readFile(folder).catch((cause: unknown) => cause);
  expect(described(error)).toMatch(/^EISDIR: .*$/);
  await expect(textOf(folder)).rejects.toThrow(`${folder} is a folder.`);
  const missing: unknown = await readFile(join(folder, "none")).catch((cause: unknown) => cause);
  expect(described(missing)).toContain(join(folder, "none"));
});

test("a problem is its message, and what nobody expected is the whole error", () => {
  expect(described(new Problem("No."))).toBe("No.");
  expect(described(new TypeError("x is undefined"))).toMatch(/TypeError: x is undefined\n {4}at /);
});

test("a private file that cannot be written leaves no draft", async () => {
  await expect(writePrivately(folder, "secret")).rejects.toThrow();
  const parent = await readdir(join(folder, ".."));
  expect(parent.filter((name) => join(folder, "..", name).startsWith(`${folder}.`))).toEqual([]);
});

test.each(["ключ", "two words", "line\nend"])("%j is not a key", (key) => {
  expect(() => checkedKey(key, "ASSAY_API_KEY")).toThrow("ASSAY_API_KEY may have letters without accents");
});
