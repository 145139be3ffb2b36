// A server of a test's own, run as `npm start` runs it, which the test may kill, or run for development.
import { type ChildProcess, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { freePort } from "@/lib/embedded/postgres/server";
import { environment } from "@/lib/env";

interface StartOptions {
  /** For the script, such as `--dev`. */
  words?: string[];
  variables?: Record<string, string>;
  /** What the server's environment is made of. */
  inherited?: Readonly<Record<string, string | undefined>>;
  /** Where another server was before; in place of a new folder and a free port. */
  at?: { directory: string; port: number };
  /** What runs the script. */
  command?: string[];
  /** The clone that runs, in place of this one. */
  folder?: string;
}

/** This process's environment without what other suites have set of Assay's variables. */
export const withoutSettings = (): Record<string, string | undefined> =>
  Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !(name in environment.shape) && !name.startsWith("VITEST")),
  );

const root = join(import.meta.dirname, "../../..");

export async function startServer({
  words = [],
  variables = {},
  inherited = process.env,
  at,
  command = [process.execPath, "scripts/start.mjs"],
  folder = root,
}: StartOptions = {}) {
  const directory = at?.directory ?? (await mkdtemp(join(tmpdir(), "assay-own-")));
  const port = at?.port ?? (await freePort());
  const own = { PORT: String(port), HOST: "127.0.0.1", ASSAY_DATA_DIR: directory, ASSAY_DEMO: "false" };
  // The server says itself what it runs as.
  const env = { ...inherited, NODE_ENV: "production" as const, ...own, ...variables };
  const [program = "", ...first] = command;
  const starter = spawn(program, [...first, ...words], { cwd: folder, env, stdio: ["ignore", "pipe", "pipe"] });
  let output = "";
  for (const stream of [starter.stdout, starter.stderr]) {
    stream.on("data", (data) => {
      output += data;
    });
  }
  const target = {
    origin: `http://127.0.0.1:${port}`,
    headers: { authorization: `Bearer ${process.env.ASSAY_INIT_API_KEY}` },
  };
  return { starter, directory, port, target, output: () => output };
}

export type StartedServer = Awaited<ReturnType<typeof startServer>>;

/** Tells it to stop; the code with which it ends. */
export async function end(starter: ChildProcess): Promise<number | null> {
  const ended = once(starter, "exit");
  starter.kill("SIGTERM");
  return (await ended)[0];
}

export interface Descendant {
  pid: number;
  parent: number;
  command: string;
}

async function allProcesses(): Promise<Descendant[]> {
  const { stdout } = await promisify(execFile)("ps", ["-A", "-ww", "-o", "pid=,ppid=,command="]);
  return [...stdout.matchAll(/^ *(\d+) +(\d+) (.*)$/gm)].map(([, pid, parent, command = ""]) => ({
    pid: Number(pid),
    parent: Number(parent),
    command,
  }));
}

/** The processes that a process has started itself. */
export const childrenOf = async (parent: number): Promise<Descendant[]> =>
  (await allProcesses()).filter((each) => each.parent === parent);

/** A process and all below it, from the top. */
export async function treeOf(root: number): Promise<Descendant[]> {
  const all = await allProcesses();
  const tree = all.filter(({ pid }) => pid === root);
  for (const { pid } of tree) tree.push(...all.filter(({ parent }) => parent === pid));
  return tree;
}

/** Sends a signal to each, in any order. Those that have ended meanwhile, as children do with their parents, need none. */
export function signalAll(processes: readonly Descendant[], signal: "SIGKILL" | "SIGTERM"): void {
  for (const { pid } of processes.toSorted(() => Math.random() - 0.5)) {
    try {
      process.kill(pid, signal);
    } catch (error) {
      if (!(error instanceof Error && "code" in error && error.code === "ESRCH")) throw error;
    }
  }
}

/** Removes what it kept, once it has ended. */
export const forget = (directory: string) => rm(directory, { recursive: true, force: true, maxRetries: 5 });
