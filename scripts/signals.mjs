// What ends Assay: signals, and the end of npm.
import { constants } from "node:os";

/** From a service manager, from Ctrl-C, and from a terminal that is closed. */
export const endSignals = ["SIGTERM", "SIGINT", "SIGHUP"];

/** npm hands what a terminal sends to everybody on as well: what follows a signal within this time is the same one. */
export const ECHO_MS = 500;

const LOOK_MS = 500;

/** Ends this process in order when the npm that started it ends without passing a signal on. SIGHUP and SIGKILL end npm alone. */
export function endWithNpm() {
  if (process.env.npm_lifecycle_event === undefined) return;
  const { ppid } = process;
  const looking = setInterval(() => {
    if (process.ppid !== ppid) process.kill(process.pid, "SIGTERM");
  }, LOOK_MS).unref();
  for (const signal of endSignals) {
    process.on(signal, () => {
      // A signal after this one would count as the second, which ends everything at once.
      clearInterval(looking);
      // Until the server starts nothing else listens, and a signal ends the process as it does by default.
      if (process.listenerCount(signal) === 1) process.exit(128 + constants.signals[signal]);
    });
  }
}
