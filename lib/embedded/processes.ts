// Facts about another process by its number, which the system may have assigned to a foreign process since.
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";

/** Whether it still runs. One that has ended but was never waited for, as happens below a container's first process, does not. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
  return !["Z", "X"].includes(statusFields(pid)?.[0] ?? "");
}

const ps = (pid: number, column: string): string | undefined => {
  try {
    return execFileSync("ps", ["-ww", "-o", `${column}=`, "-p", String(pid)], { encoding: "utf8" }).trim();
  } catch {
    return undefined;
  }
};

const proc = (pid: number, file: string): string | undefined => {
  try {
    return readFileSync(`/proc/${pid}/${file}`, "utf8");
  } catch {
    return undefined;
  }
};

/** The fields of Linux's `/proc/<pid>/stat` after the command, which may contain spaces: the first is the state. */
const statusFields = (pid: number): string[] | undefined => {
  const text = process.platform === "linux" ? proc(pid, "stat") : undefined;
  return text?.slice(text.lastIndexOf(")") + 2).split(" ");
};

/** An opaque mark of when the process began, always the same; undefined if the system does not report it. */
export function startMark(pid: number): string | undefined {
  if (process.platform === "win32") return undefined;
  // In clock ticks since boot.
  return process.platform === "linux" ? statusFields(pid)?.[19] : ps(pid, "lstart");
}

/** Whether the process that had this number and this mark still runs. Without a mark the number alone has to do. */
export function isRunning(pid: number, mark: string): boolean {
  if (!Number.isInteger(pid) || pid <= 0 || !isAlive(pid)) return false;
  const current = startMark(pid);
  return mark === "" || current === undefined || current === mark;
}

/** The command line, arguments separated by spaces; undefined if the system does not report it. */
export function commandLine(pid: number): string | undefined {
  if (process.platform === "win32") return undefined;
  if (process.platform !== "linux") return ps(pid, "command");
  return proc(pid, "cmdline")?.replaceAll("\0", " ").trim();
}
