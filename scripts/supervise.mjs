// Keeps a server running. Plain Node and little memory: what fails with the server must not fail here.
import { fork } from "node:child_process";
import { constants } from "node:os";

const SHORTEST_DELAY_MS = 250;
const LONGEST_DELAY_MS = 30_000;
/** Until then the server that is ready has the processor for those who waited for it. */
const STANDBY_AFTER_MS = 1_000;
/** A server that lived this long is started again at once, whatever came before. */
const STEADY_MS = 60_000;

const hints = { SIGABRT: "as when it runs out of memory", SIGKILL: "as when the machine runs out of memory" };

function reasonOf(code, signal) {
  if (!signal) return `code ${code}`;
  return signal in hints ? `${signal}, ${hints[signal]}` : signal;
}

/**
 * Runs a program that sends a message once it is ready, and ends with it when it ends by itself or was told to. One that ends
 * otherwise is started again, at once and then later each time, and told so by `--again`; one that never was ready is not: what kept it from
 * starting is still there. With `standby` in its message another is started with `--standby` beside it, which begins at a message, at
 * once when the first ends.
 */
export function supervise(program, words = []) {
  let child;
  let standby;
  let waiting;
  let delayMs = 0;
  let hasBeenReady = false;
  let isStopping = false;

  const load = (...more) => fork(program, [...words, ...more], { stdio: "inherit" });

  const standBy = () => {
    const other = load("--again", "--standby");
    standby = other;
    // Without it a server that ends is started anew; the next one has another beside it.
    other.once("exit", () => {
      if (standby === other) standby = undefined;
    });
  };

  const start = () => {
    const begin = performance.now();
    child = standby ?? load(...(hasBeenReady ? ["--again"] : []));
    // Where it has ended meanwhile, its exit is told next.
    if (standby) child.send("begin", () => undefined);
    standby = undefined;
    child.once("message", (ready) => {
      hasBeenReady = true;
      if (ready?.standby) waiting = setTimeout(standBy, STANDBY_AFTER_MS);
    });
    child.once("exit", (code, signal) => {
      child = undefined;
      clearTimeout(waiting);
      if (isStopping || !hasBeenReady || code === 0) process.exit(code ?? 128 + constants.signals[signal]);
      if (performance.now() - begin > STEADY_MS) delayMs = 0;
      const pauseMs = standby ? 0 : delayMs;
      const when = pauseMs === 0 ? "" : ` in ${pauseMs / 1000} s`;
      process.stderr.write(`The server has ended (${reasonOf(code, signal)}); it starts again${when}.\n`);
      waiting = setTimeout(start, pauseMs);
      delayMs = Math.min(Math.max(delayMs * 2, SHORTEST_DELAY_MS), LONGEST_DELAY_MS);
    });
  };

  for (const signal of ["SIGINT", "SIGTERM"]) {
    process.on(signal, () => {
      isStopping = true;
      clearTimeout(waiting);
      if (child) child.kill(signal);
      else process.exit(0);
    });
  }
  start();
}
