// Keeps a server running. Plain Node and little memory: what fails with the server must not fail here.
import { fork } from "node:child_process";
import { constants } from "node:os";
import { ECHO_MS, endSignals } from "./signals.mjs";

const SHORTEST_DELAY_MS = 250;
const LONGEST_DELAY_MS = 30_000;
/** Until then the server that is ready has the processor for those who waited for it. */
const STANDBY_AFTER_MS = 1_000;
/** A server that lived this long is started again at once, whatever came before. */
const STEADY_MS = 60_000;
/** More than a server gives itself to end: one that hangs is killed. */
const STOP_PATIENCE_MS = 20_000;

const hints = { SIGABRT: "as when it runs out of memory", SIGKILL: "as when the machine runs out of memory" };

const codeOf = (signal) => 128 + constants.signals[signal];

function reasonOf(code, signal) {
  if (!signal) return `code ${code}`;
  return signal in hints ? `${signal}, ${hints[signal]}` : signal;
}

/**
 * Runs a program that sends a message once it is ready, and ends with it when it ends by itself or was told to by a signal; a second
 * signal kills it, and so does the end of `patienceMs`. One that ends
 * otherwise is started again, at once and then later each time, and told so by `--again`; one that never was ready is not: what kept it from
 * starting is still there. With `standby` in its message another is started with `--standby` beside it, which begins at a message, at
 * once when the first ends.
 */
export function supervise(program, { args = [], patienceMs = STOP_PATIENCE_MS } = {}) {
  let child;
  let standby;
  let waiting;
  let delayMs = 0;
  let hasBeenReady = false;
  /** When it was told to stop. */
  let stoppingSince;
  /** In place of the code of a server that had to be killed. */
  let killedCode;

  const load = (...more) => fork(program, [...args, ...more], { stdio: "inherit" });

  const standBy = () => {
    const other = load("--again", "--standby");
    standby = other;
    // Without it a server that ends is started again; the next one has another beside it.
    other.once("exit", () => {
      if (standby === other) standby = undefined;
    });
  };

  const start = () => {
    const begin = performance.now();
    child = standby ?? load(...(hasBeenReady ? ["--again"] : []));
    // Where it has ended meanwhile, its exit event comes next.
    if (standby) child.send("begin", () => undefined);
    standby = undefined;
    child.once("message", (ready) => {
      hasBeenReady = true;
      if (ready?.standby) waiting = setTimeout(standBy, STANDBY_AFTER_MS);
    });
    child.once("exit", (code, signal) => {
      child = undefined;
      clearTimeout(waiting);
      if (stoppingSince !== undefined || !hasBeenReady || code === 0)
        process.exit(killedCode ?? code ?? codeOf(signal));
      if (performance.now() - begin > STEADY_MS) delayMs = 0;
      const pauseMs = standby ? 0 : delayMs;
      const when = pauseMs === 0 ? "" : ` in ${pauseMs / 1000} s`;
      process.stderr.write(`The server ended (${reasonOf(code, signal)}) and restarts${when}.\n`);
      waiting = setTimeout(start, pauseMs);
      delayMs = Math.min(Math.max(delayMs * 2, SHORTEST_DELAY_MS), LONGEST_DELAY_MS);
    });
  };

  const kill = (code) => {
    killedCode = code;
    standby?.kill("SIGKILL");
    child.kill("SIGKILL");
  };
  const giveUp = () => {
    process.stderr.write(`The server did not stop within ${patienceMs / 1000} s and was killed.\n`);
    kill(1);
  };
  for (const signal of endSignals) {
    process.on(signal, () => {
      const now = performance.now();
      if (!child) process.exit(0);
      if (stoppingSince === undefined) {
        stoppingSince = now;
        clearTimeout(waiting);
        child.kill(signal);
        setTimeout(giveUp, patienceMs).unref();
      } else if (now - stoppingSince > ECHO_MS) kill(codeOf(signal));
    });
  }
  start();
}
