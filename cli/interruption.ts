// Ctrl-C, and a job that CI ends: the first one asks the command to stop, the second ends it.
import { exitStatuses, Problem } from "./verdict";

export class Interruption extends Problem {}

/** Aborts with an Interruption at the first signal. */
export function interruptions(): AbortSignal {
  const controller = new AbortController();
  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    process.on(signal, () => {
      if (controller.signal.aborted) process.exit(exitStatuses.not_run);
      controller.abort(new Interruption(`Stopped by ${signal}.`));
    });
  }
  return controller.signal;
}

export class TimeIsUp extends Problem {}

/** The same, and a TimeIsUp when the time is over; null sets no time. */
export function within(signal: AbortSignal, milliseconds: number | null): AbortSignal {
  if (milliseconds === null) return signal;
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(new TimeIsUp("The time is up.")), milliseconds);
  timer.unref();
  return AbortSignal.any([signal, controller.signal]);
}
