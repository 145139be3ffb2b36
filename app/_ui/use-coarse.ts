"use client";
import { useSyncExternalStore } from "react";

// Same as the variant `pointer-coarse`.
const COARSE = "(pointer: coarse)";

function subscribe(tell: () => void): () => void {
  const media = matchMedia(COARSE);
  media.addEventListener("change", tell);
  return () => media.removeEventListener("change", tell);
}

/** Whether the pointer is a finger, for heights that code computes with. */
export const useCoarse = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => matchMedia(COARSE).matches,
    () => false,
  );
