import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { log } from "@/lib/observe/log";
import { StartupError } from "@/lib/startup-error";

const SHORTEST_PAUSE_MS = 250;
const LONGEST_PAUSE_MS = 30_000;
/** One that lived this long is started again at once, whatever came before. */
const STEADY_MS = 60_000;

interface Options {
  /** Its name in a sentence. */
  name: string;
  /** Starts it; its first message says that it is ready. */
  start: () => ChildProcess;
  /** How long it may take to end after it was told to stop. */
  patienceMs: number;
}

export interface KeptProcess {
  /** Rejects with a StartupError when the first one ends before it is ready. */
  ready: Promise<void>;
  /** Tells it to stop by a message, and resolves when it has ended. */
  stop(): Promise<void>;
}

/** Keeps a child process running: one that ends is started again at once, then after a pause that doubles up to half a minute. */
export function keepRunning(options: Options): KeptProcess {
  const supervisor = new Supervisor(options);
  return { ready: supervisor.ready, stop: () => supervisor.stop() };
}

class Supervisor {
  readonly #options: Options;
  readonly ready: Promise<void>;
  #child: ChildProcess | undefined;
  #waiting: NodeJS.Timeout | undefined;
  #pauseMs = 0;
  #hasBeenReady = false;
  #isStopping = false;

  constructor(options: Options) {
    this.#options = options;
    this.ready = new Promise((isReady, fail) => this.#run(isReady, fail));
  }

  async stop(): Promise<void> {
    this.#isStopping = true;
    clearTimeout(this.#waiting);
    const child = this.#child;
    if (!child) return;
    const ended = once(child, "exit");
    const impatient = setTimeout(() => child.kill("SIGKILL"), this.#options.patienceMs);
    // One that is ending already has closed its channel.
    if (child.connected) child.send("stop", () => undefined);
    await ended;
    clearTimeout(impatient);
  }

  #run(isReady: () => void, fail: (error: Error) => void): void {
    const begin = performance.now();
    const end = (how: string) => {
      this.#child = undefined;
      if (this.#isStopping) return;
      if (this.#hasBeenReady) this.#runAgain(how, performance.now() - begin, () => this.#run(isReady, fail));
      else fail(new StartupError(`${this.#options.name} ended (${how}) before it was ready.`));
    };
    let child: ChildProcess;
    try {
      child = this.#options.start();
    } catch (error) {
      end(error instanceof Error ? error.message : String(error));
      return;
    }
    this.#child = child;
    child.once("message", () => {
      this.#hasBeenReady = true;
      isReady();
    });
    // A process that the system refused has no exit.
    child.on("error", (error) => {
      if (child.pid === undefined) end(error.message);
    });
    child.once("exit", (code, signal) => end(signal ?? `code ${code}`));
  }

  #runAgain(how: string, livedMs: number, run: () => void): void {
    if (livedMs > STEADY_MS) this.#pauseMs = 0;
    const when = this.#pauseMs === 0 ? "" : ` in ${this.#pauseMs / 1000} s`;
    log("error", `${this.#options.name} ended (${how}) and restarts${when}.`);
    this.#waiting = setTimeout(run, this.#pauseMs);
    this.#pauseMs = Math.min(Math.max(this.#pauseMs * 2, SHORTEST_PAUSE_MS), LONGEST_PAUSE_MS);
  }
}
