import { mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { StartupError } from "@/lib/startup-error";
import { dataDirectory, lockDataDirectory, storedSecret } from "./data-directory";

let parent: string;

beforeEach(() => {
  parent = mkdtempSync(join(tmpdir(), "assay-data-"));
  vi.stubEnv("ASSAY_DATA_DIR", join(parent, "data"));
});

afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(parent, { recursive: true });
});

test("the data directory is private to its owner, and one process uses it at a time", async () => {
  const release = await lockDataDirectory();
  expect(statSync(dataDirectory()).mode & 0o777).toBe(0o700);
  await expect(lockDataDirectory()).rejects.toThrow(
    `Assay is already running on ${dataDirectory()} (process ${process.pid}).`,
  );
  release();
  (await lockDataDirectory())();
});

test("the error names the variable to change if the data directory cannot be created", async () => {
  writeFileSync(join(parent, "data"), "a file");
  await expect(lockDataDirectory()).rejects.toThrow(/set ASSAY_DATA_DIR/);
});

test("each secret is generated once, and only its owner can read it", () => {
  const first = storedSecret("AUTH_SECRET");
  expect(first.length).toBeGreaterThanOrEqual(32);
  expect(storedSecret("OTHER")).not.toBe(first);
  expect(storedSecret("AUTH_SECRET")).toBe(first);
  expect(statSync(join(dataDirectory(), "secrets.json")).mode & 0o777).toBe(0o600);
});

test("a damaged secrets file is not overwritten", () => {
  storedSecret("AUTH_SECRET");
  writeFileSync(join(dataDirectory(), "secrets.json"), "{");
  expect(() => storedSecret("AUTH_SECRET")).toThrow(StartupError);
});
