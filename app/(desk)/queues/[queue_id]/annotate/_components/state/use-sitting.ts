"use client";
import { useCallback, useEffect } from "react";
import type { DeskState, Sitting } from "./desk-state";
import { sittingAt, textOf } from "./sitting";

/** Stores the session in its tab. Returns a function that finds a session interrupted by a reload. */
export function useSitting(queueId: string, owner: string, state: DeskState): (itemId?: string) => Sitting | null {
  const name = `assay sitting ${owner} ${queueId}`;
  const { trail, done, durations, skipped } = state;
  useEffect(() => {
    if (trail.length > 0) attempt(() => sessionStorage.setItem(name, textOf({ trail, done, durations, skipped })));
  }, [name, trail, done, durations, skipped]);
  return useCallback(
    (itemId) =>
      sittingAt(
        attempt(() => sessionStorage.getItem(name)),
        itemId,
      ),
    [name],
  );
}

/** If the browser blocks storage, a session ends with its page. */
function attempt<T>(act: () => T): T | null {
  try {
    return act();
  } catch {
    return null;
  }
}
