import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
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
export function keepRunning({ name, start, patienceMs }: Options): KeptProcess {
  let child: ChildProcess | undefined;
  let waiting: NodeJS.Timeout | undefined;
  let pauseMs = 0;
  let hasBeenReady = false;
  let isStopping = false;

  const run = (isReady: () => void, fail: (error: Error) => void): void => {
    const begin = performance.now();
    const end = (how: string) => {
      child = undefined;
      if (isStopping) return;
      if (!hasBeenReady) {
        fail(new StartupError(`${name} ended (${how}) before it was ready.`));
        return;
      }
      if (performance.now() - begin > STEADY_MS) pauseMs = 0;
      const when = pauseMs === 0 ? "" : ` in ${pauseMs / 1000} s`;
      process.stderr.write(`${name} ended (${how}) and restarts${when}.\n`);
      waiting = setTimeout(run, pauseMs, isReady, fail);
      pauseMs = Math.min(Math.max(pauseMs * 2, SHORTEST_PAUSE_MS), LONGEST_PAUSE_MS);
    };
    try {
      child = start();
    } catch (error) {
      end(error instanceof Error ? error.message : String(error));
      return;
    }
    child.once("message", () => {
      hasBeenReady = true;
      isReady();
    });
    // A process that the system refused has no exit.
    child.on("error", (error) => {
      if (child?.pid === undefined) end(error.message);
    });
    child.once("exit", (code, signal) => end(signal ?? `code ${code}`));
  };
  const ready = new Promise<void>(run);

  return {
    ready,
    async stop() {
      isStopping = true;
      clearTimeout(waiting);
      if (!child) return;
      const ended = once(child, "exit");
      const impatient = setTimeout(() => child?.kill("SIGKILL"), patienceMs);
      // One that is ending already has closed its channel.
      if (child.connected) child.send("stop", () => undefined);
      await ended;
      clearTimeout(impatient);
    },
  };
}
