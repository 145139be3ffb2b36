import { readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { setTimeout as wait } from "node:timers/promises";
import { isRunning, startMark } from "./processes";

/** Another process holds the lock; `pid` is its id. */
export class LockHeld extends Error {
  readonly pid: number;

  constructor(path: string, pid: number) {
    super(`${path} is held by process ${pid}.`);
    this.name = "LockHeld";
    this.pid = pid;
  }
}

const hasCode = (error: unknown, code: string): boolean =>
  error instanceof Error && "code" in error && error.code === code;

const holder = (text: string): { pid: number; mark: string } => {
  const [pid = "", mark = ""] = text.split("\n");
  return { pid: Number(pid), mark };
};

const isHeld = (text: string): boolean => {
  const { pid, mark } = holder(text);
  return isRunning(pid, mark);
};

/** The lock file's text, or undefined when there is none. A file just made is empty for an instant. */
async function readLock(path: string): Promise<string | undefined> {
  for (let attempt = 0; ; attempt += 1) {
    try {
      const text = readFileSync(path, "utf8");
      if (text !== "" || attempt === 20) return text;
    } catch (error) {
      if (hasCode(error, "ENOENT")) return undefined;
      throw error;
    }
    await wait(25);
  }
}

/** How long a killed process takes at most to disappear. */
const graceMs = 1_000;
const pauseMs = 50;

/**
 * Takes the exclusive lock file `path` for this process and returns the function that releases it.
 * A lock whose process has ended is taken over; throws LockHeld when its process lives on.
 */
export async function takeLock(path: string): Promise<() => void> {
  const own = `${process.pid}\n${startMark(process.pid) ?? ""}\n`;
  for (let waitedMs = 0; ; waitedMs += pauseMs) {
    try {
      writeFileSync(path, own, { flag: "wx", mode: 0o600 });
      return () => rmSync(path, { force: true });
    } catch (error) {
      if (!hasCode(error, "EEXIST")) throw error;
    }
    const found = await readLock(path);
    if (found === undefined) continue;
    if (!isHeld(found)) removeStale(path, found);
    else if (waitedMs >= graceMs) throw new LockHeld(path, holder(found).pid);
    else await wait(pauseMs);
  }
}

/** Moves the stale lock aside before deleting it: the moved file may be a newcomer's fresh lock, which then goes back. */
function removeStale(path: string, stale: string): void {
  const aside = `${path}.${process.pid}.stale`;
  try {
    renameSync(path, aside);
  } catch (error) {
    if (hasCode(error, "ENOENT")) return;
    throw error;
  }
  if (readFileSync(aside, "utf8") === stale) rmSync(aside, { force: true });
  else renameSync(aside, path);
}
