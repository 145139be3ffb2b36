// Threads in which code of others is run, one piece of code at a time each, so that nobody else waits for it.
import { createRequire } from "node:module";
import { join } from "node:path";
import { Worker } from "node:worker_threads";
import { workerSource } from "./worker-source";

/** What a thread has to say of one piece of code. */
export interface Said {
  readonly answer?: string;
  readonly error?: string;
  readonly late?: true;
  readonly missing?: true;
  readonly pending?: true;
  readonly long?: number;
  /** The thread cannot be used again. */
  readonly spent?: true;
}
export interface Limits {
  readonly milliseconds: number;
  /** Bytes. */
  readonly memory: number;
  readonly stack: number;
  /** Characters of JSON. */
  readonly answer: number;
}
export interface Job {
  readonly code: string;
  /** JSON of inputs and params. */
  readonly given: string;
  readonly limits: Limits;
}

const MOST_THREADS = 2;
const MOST_WAITING = 500;
/** Until a new thread is ready; and after the time of code is up, until a thread that does not notice is ended. */
const START_MS = 20_000;
const GRACE_MS = 500;
const MEGABYTES = 256;

const idle: Worker[] = [];
const waiting: ((worker: Worker) => void)[] = [];
let threads = 0;

function start(): Worker {
  const resolve = createRequire(join(process.cwd(), "package.json")).resolve;
  const workerData = {
    core: resolve("quickjs-emscripten-core"),
    variant: resolve("@jitl/quickjs-wasmfile-release-sync"),
  };
  const worker = new Worker(workerSource, {
    eval: true,
    workerData,
    // Nothing of the server's is handed over.
    env: {},
    stdout: true,
    stderr: true,
    argv: [],
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: MEGABYTES },
  });
  // Its end may tell of an error when nobody waits for it any more.
  worker.on("error", () => undefined);
  threads++;
  return worker;
}

/** Null where too much is waiting already. */
async function take(): Promise<Worker | null> {
  const free = idle.pop();
  if (free) return free;
  if (threads < MOST_THREADS) return start();
  return waiting.length >= MOST_WAITING ? null : new Promise((hand) => waiting.push(hand));
}

function giveBack(worker: Worker): void {
  const next = waiting.shift();
  if (next) {
    next(worker);
    return;
  }
  // A thread without work keeps no process alive.
  worker.unref();
  idle.push(worker);
}

function replace(worker: Worker): void {
  threads--;
  void worker.terminate();
  const next = waiting.shift();
  if (next) next(start());
}

/** "broken" where the thread has ended, "busy" where too much code is waiting. */
export async function runInThread(job: Job): Promise<Said | "broken" | "busy"> {
  const worker = await take();
  if (!worker) return "busy";
  worker.ref();
  const said = await answerOf(worker, job);
  if (said === "broken" || said.spent) replace(worker);
  else giveBack(worker);
  return said;
}

const answerOf = (worker: Worker, job: Job): Promise<Said | "broken"> =>
  new Promise((answered) => {
    const end = (said: Said | "broken") => {
      clearTimeout(limit);
      worker.off("message", hear).off("error", broken).off("exit", broken);
      answered(said);
    };
    const broken = () => end("broken");
    let limit = setTimeout(broken, START_MS);
    const hear = (said: Said | { begun: true }) => {
      if (!("begun" in said)) return end(said);
      clearTimeout(limit);
      limit = setTimeout(() => end({ late: true, spent: true }), job.limits.milliseconds + GRACE_MS);
    };
    worker.on("message", hear).on("error", broken).on("exit", broken);
    worker.postMessage(job);
  });
