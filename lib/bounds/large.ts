// How much of large bodies a process holds while they are on their way to others, who may take their time.
import { LARGE_BYTES, MAX_FORWARDED_CHARACTERS } from "./limits";

let held = 0;

/** Counts a body until the returned function is called, once or more; null where there is no room. Small ones count nothing. */
export function holdLarge(characters: number): (() => void) | null {
  if (characters <= LARGE_BYTES) return nothing;
  if (held + characters > MAX_FORWARDED_CHARACTERS) return null;
  held += characters;
  let isHeld = true;
  return () => {
    if (!isHeld) return;
    isHeld = false;
    held -= characters;
  };
}

const nothing = () => undefined;
