import { constants } from "node:os";
import type { StopStack } from "@/lib/embedded/stop-stack";

const limitMs = 15_000;
/** The HTTP server, which is first in the reverse order, gives clients that never end their streams eight seconds. */
const limitPerServiceMs = 10_000;
/** npm passes a Ctrl-C on that the terminal has already delivered. */
const echoMs = 500;

/** From a service manager, from Ctrl-C, and from a terminal that is closed. */
export const endSignals = ["SIGTERM", "SIGINT", "SIGHUP"] as const;

/** Stops everything on a signal and exits with 0; exits at once on a second one. The returned signal aborts a running start. */
export function handleSignals(stops: StopStack): AbortSignal {
  const interrupted = new AbortController();
  let askedAt: number | undefined;

  const stop = async (): Promise<void> => {
    process.stdout.write("\nStopping\n");
    interrupted.abort();
    setTimeout(() => end("Stopping took too long. The process ends now.", 1), limitMs).unref();
    const failures = await stops.stopAll(limitPerServiceMs);
    const reasons = failures.map((failure) => (failure instanceof Error ? failure.message : String(failure)));
    if (reasons.length > 0) end(`Not everything stopped cleanly: ${reasons.join("; ")}.`, 1);
    process.exit(0);
  };

  const onSignal = (signal: NodeJS.Signals): void => {
    const now = performance.now();
    if (askedAt === undefined) {
      askedAt = now;
      void stop();
    } else if (now - askedAt > echoMs) {
      process.exit(128 + constants.signals[signal]);
    }
  };

  for (const signal of endSignals) process.on(signal, onSignal);
  return interrupted.signal;
}

function end(sentence: string, code: number): never {
  process.stderr.write(`${sentence}\n`);
  process.exit(code);
}
