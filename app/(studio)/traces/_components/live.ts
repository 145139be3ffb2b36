"use client";
import { useEffect, useState } from "react";

const START_MS = 5 * 60_000;

/** The moment from which "the last hour" counts. It stays fixed, so that pages fit together; a live list moves it along. */
export function useStart(moves: boolean): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    if (!moves) return;
    const timer = setInterval(() => setNow(Date.now()), START_MS);
    return () => clearInterval(timer);
  }, [moves]);
  return now;
}

/** What the live view says beside the number of traces. */
export function liveText(after: string | undefined, isSteady: boolean): string {
  if (after) return ", older ones: the live view shows the newest";
  return isSteady ? ", live: waits while the pointer or the focus is on the list" : ", live";
}
