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

test("is made for its owner alone, and held by one process", async () => {
  const release = await lockDataDirectory();
  expect(statSync(dataDirectory()).mode & 0o777).toBe(0o700);
  await expect(lockDataDirectory()).rejects.toThrow(
    `Assay is already running on ${dataDirectory()} (process ${process.pid}).`,
  );
  release();
  (await lockDataDirectory())();
});

test("says which variable to change when it cannot be made", async () => {
  writeFileSync(join(parent, "data"), "a file");
  await expect(lockDataDirectory()).rejects.toThrow(/set ASSAY_DATA_DIR/);
});

test("keeps each secret once generated, readable by its owner alone", () => {
  const first = storedSecret("AUTH_SECRET");
  expect(first.length).toBeGreaterThanOrEqual(32);
  expect(storedSecret("OTHER")).not.toBe(first);
  expect(storedSecret("AUTH_SECRET")).toBe(first);
  expect(statSync(join(dataDirectory(), "secrets.json")).mode & 0o777).toBe(0o600);
});

test("generates nothing over a damaged file", () => {
  storedSecret("AUTH_SECRET");
  writeFileSync(join(dataDirectory(), "secrets.json"), "{");
  expect(() => storedSecret("AUTH_SECRET")).toThrow(StartupError);
});
