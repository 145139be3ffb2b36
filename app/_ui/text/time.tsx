"use client";
import { useSyncExternalStore } from "react";
import { hint } from "../overlay/hint";
import { relativeTime } from "./relative-time";

const listeners = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;
let minute = 0;

/** One clock for all times on a page; it ticks each minute while any time is shown. */
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

/** A time as plain text, e.g. in a picker's options. It uses the reader's time zone, so it is not for server rendering. */
export const momentText = (at: string): string => moment.format(new Date(at));

/** A time relative to now, exact on hover and focus. */
export function Time({ at }: { at: string }) {
  useSyncExternalStore(
    subscribe,
    () => minute,
    () => 0,
  );
  const date = new Date(at);
  return (
    // The server's clock and time zone differ from the reader's.
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

const clock = new Intl.DateTimeFormat("en", { timeStyle: "medium", hourCycle: "h23" });

/** A time within a close sequence: the time of day, exact on hover and focus. */
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
