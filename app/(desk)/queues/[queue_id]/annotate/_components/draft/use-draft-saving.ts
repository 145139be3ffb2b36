"use client";
import { useEffect, useSyncExternalStore } from "react";
import type { Draft } from "./draft";
import type { DraftSaver, Keeping } from "./draft-saver";

const NONE: Keeping = { state: "none" };

/** Saves the draft to the server while it is written, and at once when the item or page is left. */
export function useDraftSaving(
  saver: DraftSaver,
  itemId: string | null,
  draft: Draft | undefined,
  { lasting, sending }: { lasting: boolean; sending: boolean },
): Keeping {
  useEffect(() => {
    if (itemId && draft?.changed) saver.keep(itemId, draft);
  }, [saver, itemId, draft]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the draft of an item is sent when the desk leaves it
  useEffect(() => saver.flush, [saver, itemId]);
  useEffect(() => {
    const onVisibility = () => document.visibilityState === "hidden" && saver.flush();
    window.addEventListener("pagehide", saver.flush);
    document.addEventListener("visibilitychange", onVisibility);
    window.addEventListener("online", saver.flush);
    return () => {
      window.removeEventListener("pagehide", saver.flush);
      document.removeEventListener("visibilitychange", onVisibility);
      window.removeEventListener("online", saver.flush);
    };
  }, [saver]);
  useEffect(() => {
    // If the browser cannot store drafts, unsaved text would be lost with the page, so the browser asks first.
    const ask = (event: BeforeUnloadEvent) => {
      const isUnsaved = itemId !== null && saver.keepingOf(itemId).state === "failed";
      if (!lasting && (isUnsaved || sending)) event.preventDefault();
    };
    window.addEventListener("beforeunload", ask);
    return () => window.removeEventListener("beforeunload", ask);
  }, [saver, itemId, lasting, sending]);
  return useSyncExternalStore(
    saver.subscribe,
    () => (itemId ? saver.keepingOf(itemId) : NONE),
    () => NONE,
  );
}
