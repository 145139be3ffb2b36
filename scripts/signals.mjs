// What ends Assay: signals, and the end of npm.

/** From a service manager, from Ctrl-C, and from a terminal that is closed. */
export const endSignals = ["SIGTERM", "SIGINT", "SIGHUP"];

/** npm hands what a terminal sends to everybody on as well: what follows a signal within this time is the same one. */
export const ECHO_MS = 500;

const LOOK_MS = 500;

/** Ends this process in order when the npm that has started it has ended without handing a signal on: SIGHUP and SIGKILL end it alone. */
export function endWithNpm() {
  if (process.env.npm_lifecycle_event === undefined) return;
  const { ppid } = process;
  setInterval(() => {
    if (process.ppid !== ppid) process.kill(process.pid, "SIGTERM");
  }, LOOK_MS).unref();
}
