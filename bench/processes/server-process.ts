// A server as a process of its own, and how long to wait for it.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { compile } from "@/scripts/program.mjs";

const benchFolder = join(import.meta.dirname, "..");

export interface ServerProcess {
  pid: number;
  /** What `ready` found in its output. */
  found: RegExpExecArray;
  /** What it finds next. */
  next(): Promise<RegExpExecArray>;
  stop(): Promise<void>;
}

const STOP_PATIENCE_MS = 15_000;

/** Runs Node with these arguments and returns once the program's output matches `ready`; rejects when it ends before. */
export async function startProgram(
  args: readonly string[],
  variables: Record<string, string>,
  ready: RegExp,
): Promise<ServerProcess> {
  const child = spawn(process.execPath, args, {
    cwd: join(benchFolder, ".."),
    env: { ...process.env, NODE_ENV: "production", ...variables },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const ended = once(child, "exit");
  const next = () =>
    new Promise<RegExpExecArray>((resolve, reject) => {
      let printed = "";
      const look = (data: Buffer) => {
        printed += data;
        const match = ready.exec(printed);
        if (!match) return;
        child.stdout.off("data", look).resume();
        resolve(match);
      };
      child.stdout.on("data", look);
      ended.then(([code]) => reject(new Error(`${args.join(" ")} ended with ${code}. ${printed}`)), reject);
    });
  return {
    pid: child.pid ?? 0,
    found: await next(),
    next,
    async stop() {
      child.kill();
      const impatient = setTimeout(() => child.kill("SIGKILL"), STOP_PATIENCE_MS);
      await ended;
      clearTimeout(impatient);
    },
  };
}

/** Runs the `main` of a compiled file. */
export const run = join(benchFolder, "run.mjs");
const keep = join(benchFolder, "keep.mjs");

const compiled = new Map<string, Promise<string>>();

/** Each server once, in one file as in production: sources that are translated while they load are slow to start and to run. */
function compiledOnce(file: string): Promise<string> {
  const name = `bench-${file.replace(/\.ts$/, "").replaceAll("/", "-")}`;
  const made = compiled.get(file) ?? compile(join(benchFolder, file), name);
  compiled.set(file, made);
  return made;
}

/** Starts a server of this folder that prints its port; where it listens. */
export async function startServer(
  file: string,
  variables: Record<string, string>,
): Promise<ServerProcess & { address: string }> {
  const server = await startProgram([run, await compiledOnce(file)], variables, /port (\d+)\n/);
  return { ...server, address: `http://127.0.0.1:${server.found[1]}` };
}

/** Keeps a server of this folder running at PORT, with another standing by; the process that serves is printed. */
export const keepServer = async (file: string, variables: Record<string, string>): Promise<ServerProcess> =>
  startProgram([keep, await compiledOnce(file)], variables, /process (\d+)\n/);
