"use client";
import { useSyncExternalStore } from "react";
import { hint } from "./hint";
import { relativeTime } from "./relative-time";

const listeners = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;
let minute = 0;

/** One clock for all the times on a page; ticks each minute while any is shown. */
function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  timer ??= setInterval(() => {
    minute += 1;
    for (const each of listeners) each();
  }, 60_000);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}

const exact = new Intl.DateTimeFormat("en", { dateStyle: "medium", timeStyle: "long" });

const moment = new Intl.DateTimeFormat("en", { dateStyle: "medium", timeStyle: "short" });

/** A moment where only text can stand, as in the options of a picker: in the reader's zone, so not for what the server draws. */
export const momentText = (at: string): string => moment.format(new Date(at));

/** A moment relative to now, exact on hover and focus. */
export function Time({ at }: { at: string }) {
  useSyncExternalStore(
    subscribe,
    () => minute,
    () => 0,
  );
  const date = new Date(at);
  return (
    // The server's clock and zone are not the reader's.
    <time
      dateTime={at}
      suppressHydrationWarning
      className="whitespace-nowrap tabular-nums"
      {...hint({ text: exact.format(date) })}
    >
      {relativeTime(date, new Date())}
    </time>
  );
}

const clock = new Intl.DateTimeFormat("en", { timeStyle: "medium", hour12: false });

/** A moment among others of the same minutes: the time of day, exact on hover and focus. */
export function ClockTime({ at }: { at: string }) {
  const date = new Date(at);
  return (
    <time
      dateTime={at}
      suppressHydrationWarning
      className="whitespace-nowrap tabular-nums"
      {...hint({ text: exact.format(date) })}
    >
      {clock.format(date)}
    </time>
  );
}
