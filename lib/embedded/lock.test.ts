import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { LockHeld, takeLock } from "./lock";
import { startMark } from "./processes";

let directory: string;
let path: string;
let other: ChildProcess;

beforeEach(async () => {
  directory = mkdtempSync(join(tmpdir(), "assay-lock-"));
  path = join(directory, "lock");
  other = spawn(process.execPath, ["--eval", "setInterval(() => undefined, 60_000)"]);
  await once(other, "spawn");
});

afterEach(() => {
  other.kill("SIGKILL");
  rmSync(directory, { recursive: true });
});

const lockOf = (pid: number | undefined, mark: string): void => writeFileSync(path, `${pid}\n${mark}\n`);
const markOf = (pid: number | undefined): string => (pid === undefined ? "" : (startMark(pid) ?? ""));

test("a lock refuses a second holder until it is released", async () => {
  const release = await takeLock(path);
  await expect(takeLock(path)).rejects.toThrow(LockHeld);
  release();
  (await takeLock(path))();
  expect(existsSync(path)).toBe(false);
});

test("a lock names the process that holds it", async () => {
  lockOf(other.pid, markOf(other.pid));
  await expect(takeLock(path)).rejects.toMatchObject({ pid: other.pid });
});

test("a lock can be taken over while its holder is being killed", async () => {
  lockOf(other.pid, markOf(other.pid));
  other.kill("SIGKILL");
  (await takeLock(path))();
});

test.skipIf(process.platform === "win32")(
  "a lock can be taken over if a later process got its holder's id",
  async () => {
    lockOf(other.pid, `${markOf(other.pid)}0`);
    (await takeLock(path))();
  },
);

test.each(["", "not a number\n", "0\n\n"])("a lock can be taken over if its text is %j", async (text) => {
  writeFileSync(path, text);
  (await takeLock(path))();
});

test("a lock goes to one of many processes that find it stale at once", async () => {
  lockOf(2 ** 22 + 1, "1");
  const outcomes = await Promise.allSettled(Array.from({ length: 10 }, () => takeLock(path)));
  expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  expect(readdirSync(directory)).toEqual(["lock"]);
});
