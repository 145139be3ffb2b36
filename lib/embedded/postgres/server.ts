import type { ChildProcess } from "node:child_process";
import { execFile } from "node:child_process";
import { once } from "node:events";
import { closeSync, openSync, readFileSync, statSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import type { Binaries } from "./binaries";
import { clusterIn, readPidFile } from "./cluster";
import { explain } from "./explain";
import { type Launcher, launchBound } from "./launcher";

/** For a small machine: modest memory, full durability, and a log that holds the server's own events, not every failed query. */
const settings: Record<string, string> = {
  listen_addresses: "127.0.0.1",
  unix_socket_directories: "",
  // Twenty for each of 16 workers, for the screens and for the jobs.
  max_connections: "400",
  shared_buffers: "128MB",
  work_mem: "8MB",
  maintenance_work_mem: "64MB",
  effective_cache_size: "512MB",
  random_page_cost: "1.1",
  synchronous_commit: "on",
  // Each checkpoint makes the log keep whole pages again. At 500 calls a second 512 MB meant one every 25 seconds.
  max_wal_size: "2GB",
  wal_compression: "on",
  // Parallel queries use /dev/shm, of which containers give 64 MB.
  max_parallel_workers_per_gather: "0",
  log_min_messages: "log",
  log_checkpoints: "off",
};

export interface Installation {
  directory: string;
  binaries: Binaries;
  launcher: Launcher;
  /** Whether committed data survives a power failure of the machine, not only the end of the server. */
  durable: boolean;
}

export interface Server {
  port: number;
  child: ChildProcess;
}

export async function freePort(): Promise<number> {
  const probe = createServer().listen(0, "127.0.0.1");
  await once(probe, "listening");
  const address = probe.address();
  probe.close();
  await once(probe, "close");
  if (address === null || typeof address === "string") throw new Error("A TCP server has no port.");
  return address.port;
}

/** Starts a server on `port`, or on a free one; returns when it accepts connections. */
export async function launchServer(installation: Installation, port?: number): Promise<Server> {
  for (let attempt = 1; ; attempt += 1) {
    const chosen = port ?? (await freePort());
    const { child, output } = await launchOn(installation, chosen);
    if (output === undefined) return { port: chosen, child };
    // Another program has taken the port meanwhile, or backends of a killed server are still leaving its shared memory.
    const mayPass = /Address already in use|could not bind|could not create any TCP|still in use/.test(output);
    if (!mayPass || attempt === 20) throw explain(output, installation.directory);
    await wait(100);
  }
}

/** `output` is the server's output if it did not start; undefined if it did. */
async function launchOn(
  { directory, binaries, launcher, durable }: Installation,
  port: number,
): Promise<{ child: ChildProcess; output: string | undefined }> {
  const logPath = join(directory, "postgres.log");
  const isLong = (statSync(logPath, { throwIfNoEntry: false })?.size ?? 0) > 1_000_000;
  const log = openSync(logPath, isLong ? "w" : "a", 0o600);
  const begin = statSync(logPath).size;
  const options = Object.entries({ ...settings, fsync: durable ? "on" : "off" }).flatMap(([name, value]) => [
    "-c",
    `${name}=${value}`,
  ]);
  const args = ["-D", clusterIn(directory), "-p", String(port), ...options];
  const child = launchBound(launcher, binaries.postgres, args, log);
  closeSync(log);
  const failure = new Promise<Error | undefined>((resolve) => {
    child.once("exit", () => resolve(undefined));
    child.once("error", resolve);
  });
  if (await comesUp(child, clusterIn(directory))) return { child, output: undefined };
  const error = await failure;
  return { child, output: error?.message ?? readFileSync(logPath).subarray(begin).toString() };
}

const hasEnded = (child: ChildProcess): boolean =>
  child.pid === undefined || child.exitCode !== null || child.signalCode !== null;

/** The server writes its state to the eighth line of its pid file. */
async function comesUp(child: ChildProcess, cluster: string): Promise<boolean> {
  while (!hasEnded(child)) {
    const lines = await readPidFile(cluster);
    if (lines?.[0] === String(child.pid) && lines[7]?.trim() === "ready") return true;
    await wait(15);
  }
  return false;
}

/** Fast shutdown: open transactions are rolled back, everything committed is on disk when this returns. */
export async function stopServer({ child }: Server, { pgCtl }: Binaries): Promise<void> {
  if (hasEnded(child)) return;
  const ended = once(child, "exit");
  const signal = (name: "INT" | "QUIT"): void => {
    // Windows has no signals; pg_ctl speaks PostgreSQL's stand-in for them.
    if (process.platform === "win32") execFile(pgCtl, ["kill", name, String(child.pid)], () => undefined);
    else child.kill(`SIG${name}`);
  };
  signal("INT");
  // An immediate shutdown loses nothing either; the next start replays the log.
  const impatient = setTimeout(() => signal("QUIT"), 8_000);
  await ended;
  clearTimeout(impatient);
}
