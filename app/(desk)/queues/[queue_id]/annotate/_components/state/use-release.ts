"use client";
import { useEffect } from "react";
import { releaseAll } from "./desk-requests";
import { currentItem, type DeskState } from "./desk-state";

/** On leaving, releases items claimed in advance, and the current item unless it was edited. */
export function useRelease(queueId: string, latest: { readonly current: DeskState }): void {
  useEffect(() => {
    const leave = () => {
      const { upcoming, drafts, phase } = latest.current;
      const itemId = currentItem(latest.current);
      const untouched = itemId && !drafts[itemId]?.changed && (phase === "annotating" || phase === "loading");
      releaseAll(queueId, itemId && untouched ? [...upcoming, itemId] : upcoming);
    };
    // A page restored from the browser's cache has released its items, so it reloads.
    const comeBack = (event: PageTransitionEvent) => event.persisted && location.reload();
    window.addEventListener("pagehide", leave);
    window.addEventListener("pageshow", comeBack);
    return () => {
      window.removeEventListener("pagehide", leave);
      window.removeEventListener("pageshow", comeBack);
      leave();
    };
  }, [queueId, latest]);
}
