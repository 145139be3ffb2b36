// A server of a story's own, which it may kill, or run for development.
import { type ChildProcess, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { freePort } from "@/lib/embedded/postgres/server";

export async function startServer({
  words = [],
  variables = {},
}: {
  words?: string[];
  variables?: Record<string, string>;
} = {}) {
  const directory = await mkdtemp(join(tmpdir(), "assay-story-"));
  const port = await freePort();
  const own = { PORT: String(port), HOST: "127.0.0.1", ASSAY_DATA_DIR: directory, ASSAY_DEMO: "false" };
  const env = { ...process.env, ...own, ...variables };
  const starter = spawn(process.execPath, ["scripts/start.mjs", ...words], { env, stdio: ["ignore", "pipe", "pipe"] });
  let said = "";
  for (const stream of [starter.stdout, starter.stderr]) {
    stream.on("data", (data) => {
      said += data;
    });
  }
  const target = {
    origin: `http://127.0.0.1:${port}`,
    headers: { authorization: `Bearer ${process.env.ASSAY_INIT_API_KEY}` },
  };
  return { starter, directory, target, said: () => said };
}

/** Tells it to stop; the code with which it ends. */
export async function end(starter: ChildProcess): Promise<number | null> {
  const ended = once(starter, "exit");
  starter.kill("SIGTERM");
  return (await ended)[0];
}

/** The processes that a process has started itself. */
export async function childrenOf(parent: number): Promise<{ pid: number; command: string }[]> {
  const { stdout } = await promisify(execFile)("ps", ["-A", "-ww", "-o", "pid=,ppid=,command="]);
  return [...stdout.matchAll(/^ *(\d+) +(\d+) (.*)$/gm)]
    .filter(([, , ppid]) => Number(ppid) === parent)
    .map(([, pid, , command = ""]) => ({ pid: Number(pid), command }));
}

/** Removes what it kept, once it has ended. */
export const forget = (directory: string) => rm(directory, { recursive: true, force: true, maxRetries: 5 });
