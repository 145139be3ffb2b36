"use client";
import { useCallback, useEffect } from "react";
import { attemptStorage } from "@/app/_components/attempt-storage";
import type { DeskState, Sitting } from "./desk-state";
import { sittingAt, textOf } from "./sitting";

/** Stores the session in its tab. Returns a function that finds a session interrupted by a reload. */
export function useSitting(queueId: string, owner: string, state: DeskState): (itemId?: string) => Sitting | null {
  const name = `assay sitting ${owner} ${queueId}`;
  const { trail, done, durations, skipped } = state;
  useEffect(() => {
    if (trail.length > 0)
      attemptStorage(() => sessionStorage.setItem(name, textOf({ trail, done, durations, skipped })));
  }, [name, trail, done, durations, skipped]);
  return useCallback(
    (itemId) =>
      sittingAt(
        attemptStorage(() => sessionStorage.getItem(name)),
        itemId,
      ),
    [name],
  );
}
