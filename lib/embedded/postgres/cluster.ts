import { execFile } from "node:child_process";
import { randomBytes } from "node:crypto";
import { access, mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { promisify } from "node:util";
import { systemVariables } from "@/lib/env/child";
import { whenNoFile } from "@/lib/rejections";
import { StartupError } from "@/lib/startup-error";
import { commandLine, isAlive } from "../processes";
import type { Binaries } from "./binaries";
import { explain } from "./explain";
import { assertReach, giveAway, type Launcher } from "./launcher";

const run = promisify(execFile);

/** The name of the superuser, and the only user, of an embedded server. */
export const user = "assay";

export const clusterIn = (directory: string): string => join(directory, "cluster");

const exists = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  );

/** Creates the cluster on first use, cleans up after an earlier process, and returns the password. */
export async function prepareCluster(directory: string, binaries: Binaries, launcher: Launcher): Promise<string> {
  const isNew = !(await exists(clusterIn(directory)));
  if (!isNew) await awaitPredecessor(clusterIn(directory));
  const password = await passwordIn(directory, isNew);
  await giveAway(launcher, directory);
  await assertReach(launcher, directory, binaries.postgres);
  if (isNew) await createCluster(directory, binaries, launcher);
  return password;
}

async function passwordIn(directory: string, mayCreate: boolean): Promise<string> {
  const path = join(directory, "password");
  if (mayCreate && !(await exists(path))) {
    await writeFile(path, randomBytes(24).toString("base64url"), { mode: 0o600 });
  }
  try {
    return (await readFile(path, "utf8")).trim();
  } catch (error) {
    throw new StartupError(`The embedded PostgreSQL's password cannot be read from ${path}.`, { cause: error });
  }
}

/** initdb works in a folder that gets its real name only once complete: an interrupted one is never taken for a cluster. */
async function createCluster(directory: string, binaries: Binaries, launcher: Launcher): Promise<void> {
  for (const name of await readdir(directory)) {
    if (name.startsWith("unfinished-")) await rm(join(directory, name), { recursive: true, force: true });
  }
  const unfinished = await mkdtemp(join(directory, "unfinished-"));
  await giveAway(launcher, unfinished);
  await giveAway(launcher, join(directory, "password"));
  const settings = [
    ["--pgdata", unfinished],
    ["--username", user],
    ["--pwfile", join(directory, "password")],
    ["--auth", "scram-sha-256"],
    ["--encoding", "UTF8"],
    // Sorts by code point as "C" does, knows upper and lower case in every script, and needs neither ICU nor the system's locales.
    ["--locale-provider", "builtin"],
    ["--builtin-locale", "C.UTF-8"],
    ["--locale", "C"],
  ].flat();
  const [command = binaries.initdb, ...args] = [...launcher.prefix, binaries.initdb, ...settings];
  try {
    await run(command, args, { ...launcher.identity, env: systemVariables() as NodeJS.ProcessEnv }); // safe: NODE_ENV is not read
    await rename(unfinished, clusterIn(directory));
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true });
    throw explain(error instanceof Error && "stderr" in error ? String(error.stderr) : "", directory, error);
  }
}

export async function readPidFile(cluster: string): Promise<string[] | undefined> {
  const text = await readFile(join(cluster, "postmaster.pid"), "utf8").catch(whenNoFile(() => undefined));
  return text?.split("\n");
}

/** Waits for a server whose Assay died to finish shutting down; the pid file that it leaves is made harmless. */
async function awaitPredecessor(cluster: string): Promise<void> {
  const lines = await readPidFile(cluster);
  const pid = Number(lines?.[0]);
  if (!lines || !Number.isInteger(pid) || pid <= 0) return;
  for (let attempt = 0; isServerOf(cluster, pid); attempt += 1) {
    // Windows reports no command lines, and its PostgreSQL recognizes a leftover pid file by itself.
    if (process.platform === "win32" && attempt === 20) return;
    if (attempt === 300) {
      throw new StartupError(`A PostgreSQL server (process ${pid}) still runs on ${cluster}: stop it first.`);
    }
    await wait(100);
  }
  if (process.platform === "win32") return;
  // The pid may be another program's by now, or a dead server's that nobody has waited for: PostgreSQL would take either for a
  // server, but it ignores its own parent's pid. The file has to stay: it also names the shared memory that orphaned
  // backends may still use.
  await writeFile(join(cluster, "postmaster.pid"), [String(process.pid), ...lines.slice(1)].join("\n"));
}

function isServerOf(cluster: string, pid: number): boolean {
  if (!isAlive(pid)) return false;
  const command = commandLine(pid);
  return command === undefined || command.includes(cluster);
}

export async function prepareDirectory(directory: string): Promise<void> {
  try {
    await mkdir(directory, { recursive: true, mode: 0o700 });
  } catch (error) {
    throw explain("", directory, error);
  }
}
