// Threads that run customers' code, one piece at a time each, so that it blocks no other request.
import { createRequire } from "node:module";
import { join } from "node:path";
import { Worker } from "node:worker_threads";
import { type Owner, Turns } from "./turns";
import { workerSource } from "./worker-source";

/** What a thread reports about one piece of code. */
interface Report {
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
  readonly stack: number;
  /** Characters of JSON. */
  readonly answer: number;
}
interface Job {
  readonly code: string;
  /** The inputs and params as JSON. */
  readonly parcel: string;
  readonly limits: Limits;
}

/**
 * What the engine and its code may use together, in MB: the maximum of the thread's WebAssembly memory. QuickJS's own
 * limit does not work here, because this build cannot measure its blocks.
 */
export const MEMORY_MB = 64;
/** For the thread's JavaScript around the engine. */
const HEAP_MB = 64;

const THREADS = 2;
/** An organization may use all threads but one, so that none can keep all of them busy. */
const turns = new Turns<() => void>({
  running: THREADS,
  waiting: 500,
  ofOrganization: { running: THREADS - 1, waiting: 250 },
  ofPerson: { waiting: 100 },
});
const idle: Worker[] = [];

/** How long a new thread may take to start, and how long an overdue thread may take to stop before it is ended. */
const START_MS = 20_000;
const GRACE_MS = 500;

function start(): Worker {
  const resolve = createRequire(join(process.cwd(), "package.json")).resolve;
  const workerData = {
    core: resolve("quickjs-emscripten-core"),
    variant: resolve("@jitl/quickjs-wasmfile-release-sync"),
    memory: MEMORY_MB * 1024 * 1024,
  };
  const worker = new Worker(workerSource, {
    eval: true,
    workerData,
    // The thread gets nothing of the server's environment.
    env: {},
    stdout: true,
    stderr: true,
    argv: [],
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: HEAP_MB },
  });
  // It may fail when no caller waits any more.
  worker.on("error", () => undefined);
  worker.once("exit", () => {
    const at = idle.indexOf(worker);
    if (at >= 0) idle.splice(at, 1);
  });
  return worker;
}

/** "broken" if the thread has ended, "busy" if too much code is waiting. */
export function runInThread(owner: Owner, job: Job): Promise<Report | "broken" | "busy"> {
  return new Promise((resolve, reject) => {
    const run = () => {
      inFreeThread(job)
        .finally(() => {
          turns.ended(owner);
          begin();
        })
        .then(resolve, reject);
    };
    if (turns.add(owner, run)) begin();
    else resolve("busy");
  });
}

function begin(): void {
  for (let run = turns.next(); run !== null; run = turns.next()) run();
}

async function inFreeThread(job: Job): Promise<Report | "broken"> {
  const worker = idle.pop() ?? start();
  worker.ref();
  const report = await answerOf(worker, job);
  if (report === "broken" || report.spent) {
    // Free its memory before another thread gets its own, so that there are never more memories than threads.
    await worker.terminate();
    return report;
  }
  // An idle thread keeps no process alive.
  worker.unref();
  idle.push(worker);
  return report;
}

const answerOf = (worker: Worker, job: Job): Promise<Report | "broken"> =>
  new Promise((answered) => {
    const end = (report: Report | "broken") => {
      clearTimeout(limit);
      worker.off("message", hear).off("error", broken).off("exit", broken);
      answered(report);
    };
    const broken = () => end("broken");
    let limit = setTimeout(broken, START_MS);
    const hear = (report: Report | { begun: true }) => {
      if (!("begun" in report)) return end(report);
      clearTimeout(limit);
      limit = setTimeout(() => end({ late: true, spent: true }), job.limits.milliseconds + GRACE_MS);
    };
    worker.on("message", hear).on("error", broken).on("exit", broken);
    worker.postMessage(job);
  });
