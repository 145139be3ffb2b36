"use client";
import { useSyncExternalStore } from "react";

// The same as the variant `stacked` in globals.css.
const STACKED = "(width < 40rem), (width < 64rem) and (orientation: portrait)";

function subscribe(tell: () => void): () => void {
  const media = matchMedia(STACKED);
  media.addEventListener("change", tell);
  return () => media.removeEventListener("change", tell);
}

/** Whether two panes have no room beside each other, for what may stand in one place only. */
export const useStacked = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => matchMedia(STACKED).matches,
    () => false,
  );
