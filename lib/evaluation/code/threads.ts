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
/** One fewer than there are, so that no owner can keep all of them busy. */
const MOST_OF_OWNER = 1;
const MOST_WAITING = 500;
const MOST_WAITING_OF_OWNER = 100;
/** Until a new thread is ready; and after the time of code is up, until a thread that does not notice is ended. */
const START_MS = 20_000;
const GRACE_MS = 500;
const MEGABYTES = 256;

const idle: Worker[] = [];
/** Who waits by owner, the owner whose turn is next in front. */
const waiting = new Map<string, ((worker: Worker) => void)[]>();
const running = new Map<string, number>();
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

const runsOf = (owner: string): number => running.get(owner) ?? 0;

/** Null where too much is waiting already. */
async function take(owner: string): Promise<Worker | null> {
  const isFree = runsOf(owner) < MOST_OF_OWNER && (idle.length > 0 || threads < MOST_THREADS);
  if (isFree) {
    running.set(owner, runsOf(owner) + 1);
    return idle.pop() ?? start();
  }
  const own = waiting.get(owner) ?? [];
  const all = [...waiting.values()].reduce((sum, { length }) => sum + length, 0);
  if (own.length >= MOST_WAITING_OF_OWNER || all >= MOST_WAITING) return null;
  waiting.set(owner, own);
  return new Promise((hand) => own.push(hand));
}

/** The owners take turns; one that has as many threads as it may is passed over. */
function handOn(worker: Worker | null): boolean {
  for (const [owner, own] of waiting) {
    if (runsOf(owner) >= MOST_OF_OWNER) continue;
    const hand = own.shift();
    if (own.length === 0) waiting.delete(owner);
    running.set(owner, runsOf(owner) + 1);
    hand?.(worker ?? start());
    return true;
  }
  return false;
}

function giveBack(owner: string, worker: Worker | null): void {
  if (runsOf(owner) > 1) running.set(owner, runsOf(owner) - 1);
  else running.delete(owner);
  // Whose turn it was waits behind the others.
  const own = waiting.get(owner);
  if (own) {
    waiting.delete(owner);
    waiting.set(owner, own);
  }
  if (handOn(worker) || !worker) return;
  // A thread without work keeps no process alive.
  worker.unref();
  idle.push(worker);
}

/** "broken" where the thread has ended, "busy" where too much code is waiting. */
export async function runInThread(owner: string, job: Job): Promise<Said | "broken" | "busy"> {
  const worker = await take(owner);
  if (!worker) return "busy";
  worker.ref();
  const said = await answerOf(worker, job);
  const isSpent = said === "broken" || said.spent === true;
  if (isSpent) {
    threads--;
    void worker.terminate();
  }
  giveBack(owner, isSpent ? null : worker);
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
