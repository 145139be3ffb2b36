"use client";
import { useCallback, useEffect } from "react";
import type { DeskState, Sitting } from "./desk-state";
import { sittingAt, textOf } from "./sitting";

/** Remembers the sitting in its tab; returns how to find the one that a reload has interrupted. */
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

/** Browsers may keep nothing for a page: then a sitting ends with its page. */
function attempt<T>(act: () => T): T | null {
  try {
    return act();
  } catch {
    return null;
  }
}
