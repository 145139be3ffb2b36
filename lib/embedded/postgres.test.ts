import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { mkdtemp, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import postgres from "postgres";
import { afterEach, describe, expect, test, vi } from "vitest";
import { StartupError } from "@/lib/startup-error";
import { type EmbeddedPostgres, startPostgres } from "./postgres";
import { isAlive } from "./processes";

const cleanups: (() => Promise<unknown>)[] = [];

afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

async function temporaryDirectory(): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), "assay-postgres-"));
  // A killed server may still be writing its last files.
  cleanups.push(() => rm(path, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 }));
  return join(path, "postgres");
}

async function start(directory: string, log?: (line: string) => void): Promise<EmbeddedPostgres> {
  const server = await startPostgres({ directory, ...(log && { log }) });
  cleanups.push(server.stop);
  return server;
}

async function query(url: string, statement: string): Promise<postgres.Row[]> {
  const sql = postgres(url, { max: 1, connect_timeout: 5, fetch_types: false });
  try {
    return await sql.unsafe(statement);
  } finally {
    await sql.end({ timeout: 1 });
  }
}

const pidFile = (directory: string): string => join(directory, "cluster", "postmaster.pid");
const serverPid = (directory: string): number => Number(readFileSync(pidFile(directory), "utf8").split("\n")[0]);
const ended = (pid: number): Promise<void> => vi.waitFor(() => expect(isAlive(pid)).toBe(false), { timeout: 15_000 });

/** Another process that runs a server on `directory`, and prints its URL. */
async function startElsewhere(directory: string): Promise<{ child: ChildProcess; url: string }> {
  const script = `import { startPostgres } from "${new URL("./postgres.ts", import.meta.url).href}";
    const server = await startPostgres({ directory: process.env.DIRECTORY });
    process.stdout.write(server.url + "\\n");
    setInterval(() => undefined, 60_000);`;
  const child = spawn(process.execPath, ["--import", "tsx", "--input-type=module", "--eval", script], {
    env: { ...process.env, DIRECTORY: directory },
    stdio: ["ignore", "pipe", "inherit"],
  });
  cleanups.push(async () => child.kill("SIGKILL"));
  for await (const url of createInterface(child.stdout)) return { child, url };
  throw new Error("The other process ended before its server ran.");
}

describe("an embedded PostgreSQL", { timeout: 60_000 }, () => {
  test("starts on the loopback interface with private files, and keeps its data over a restart", async () => {
    const directory = await temporaryDirectory();
    const first = await startPostgres({ directory });
    expect(new URL(first.url).hostname).toBe("127.0.0.1");
    await query(first.url, "create table kept (word text)");
    await query(first.url, "insert into kept values ('Ärger')");
    expect((await stat(join(directory, "password"))).mode & 0o077).toBe(0);
    await first.stop();

    const second = await start(directory);
    expect(await query(second.url, "select word from kept where word ilike 'äRGER'")).toEqual([{ word: "Ärger" }]);
    expect(await query(second.url, "show fsync")).toEqual([{ fsync: "on" }]);
  });

  test("requires its password", async () => {
    const { url } = await start(await temporaryDirectory());
    const wrong = new URL(url);
    wrong.password = "guess";
    await expect(query(wrong.href, "select 1")).rejects.toThrow(/password authentication failed/);
  });

  test("restarts with every acknowledged row after being killed", async () => {
    const directory = await temporaryDirectory();
    const lines: string[] = [];
    const { url } = await start(directory, (line) => lines.push(line));
    await query(url, "create table rows (id int)");
    // What the driver asks of types behind a new connection nobody waits for: it would fail unheard when the server is killed.
    const sql = postgres(url, { max: 4, fetch_types: false });
    const acknowledged: number[] = [];
    const writers = Array.from({ length: 200 }, async (_, id) => {
      await sql`insert into rows values (${id})`;
      acknowledged.push(id);
      if (acknowledged.length === 50) process.kill(serverPid(directory), "SIGKILL");
    });
    await Promise.allSettled(writers);
    await sql.end({ timeout: 1 });
    await vi.waitFor(() => expect(lines).toContain("PostgreSQL is running again."), { timeout: 15_000 });

    const stored = new Set((await query(url, "select id from rows")).map((row) => row.id));
    expect(acknowledged.length).toBeGreaterThanOrEqual(50);
    expect(acknowledged.filter((id) => !stored.has(id))).toEqual([]);
  });

  test("refuses a directory that another process uses, and names that process", async () => {
    const directory = await temporaryDirectory();
    const { child } = await startElsewhere(directory);
    const refusal = startPostgres({ directory });
    await expect(refusal).rejects.toThrow(StartupError);
    await expect(refusal).rejects.toThrow(`process ${child.pid}`);
  });

  test("does not outlive a killed parent, and can start again at once", async () => {
    const directory = await temporaryDirectory();
    const { child, url } = await startElsewhere(directory);
    await query(url, "create table kept (id int)");
    const orphan = serverPid(directory);
    child.kill("SIGKILL");
    await once(child, "exit");

    const server = await start(directory);
    expect(await query(server.url, "select count(*)::int from kept")).toEqual([{ count: 0 }]);
    await ended(orphan);
  });

  test("recovers after being killed with its parent, even if another program got its process id", async () => {
    const directory = await temporaryDirectory();
    const { child, url } = await startElsewhere(directory);
    await query(url, "create table kept (id int)");
    const pid = serverPid(directory);
    process.kill(pid, "SIGKILL");
    child.kill("SIGKILL");
    await once(child, "exit");
    await ended(pid);
    const [, ...rest] = readFileSync(pidFile(directory), "utf8").split("\n");
    writeFileSync(pidFile(directory), [String(process.ppid), ...rest].join("\n"));

    const server = await start(directory);
    expect(await query(server.url, "select count(*)::int from kept")).toEqual([{ count: 0 }]);
  });

  test("starts over after an interrupted initdb", async () => {
    const directory = await temporaryDirectory();
    mkdirSync(join(directory, "unfinished-before"), { recursive: true });
    writeFileSync(join(directory, "unfinished-before", "PG_VERSION"), "18\n");

    const { url } = await start(directory);
    expect(await query(url, "select 1 as one")).toEqual([{ one: 1 }]);
    expect(readdirSync(directory).filter((name) => name.startsWith("unfinished-"))).toEqual([]);
  });

  test("explains in one sentence why it cannot use a directory", async () => {
    const directory = await temporaryDirectory();
    writeFileSync(directory, "a file");
    await expect(startPostgres({ directory })).rejects.toThrow(StartupError);
  });

  test.runIf(process.getuid?.() === 0)("never runs as root", async () => {
    const { url } = await start(await temporaryDirectory());
    const [row] = await query(url, "select pg_read_file('/proc/self/status') as status");
    expect(/^Uid:\s+(\d+)/m.exec(String(row?.status))?.[1]).not.toBe("0");
  });
});
