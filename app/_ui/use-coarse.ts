"use client";
import { useSyncExternalStore } from "react";

// The same as the variant `pointer-coarse`.
const COARSE = "(pointer: coarse)";

function subscribe(tell: () => void): () => void {
  const media = matchMedia(COARSE);
  media.addEventListener("change", tell);
  return () => media.removeEventListener("change", tell);
}

/** Whether a finger points, for heights that are counted with. */
export const useCoarse = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => matchMedia(COARSE).matches,
    () => false,
  );
