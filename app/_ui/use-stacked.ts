"use client";
import { useSyncExternalStore } from "react";

// Same as the variant `stacked` in globals.css.
const STACKED = "(width < 40rem), (width < 64rem) and (orientation: portrait)";

function subscribe(tell: () => void): () => void {
  const media = matchMedia(STACKED);
  media.addEventListener("change", tell);
  return () => media.removeEventListener("change", tell);
}

/** Whether two panes do not fit side by side, for content that must be rendered in one of them only. */
export const useStacked = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => matchMedia(STACKED).matches,
    () => false,
  );
