// How much of large bodies a process holds while they are on their way to others, who may take their time.
import { LARGE_BYTES, MAX_FORWARDED_CHARACTERS } from "./limits";

let heldCharacters = 0;

/** Counts a body until the returned function is called, once or more; null where there is no room. Small ones count nothing. */
export function holdLarge(characters: number): (() => void) | null {
  if (characters <= LARGE_BYTES) return nothing;
  if (heldCharacters + characters > MAX_FORWARDED_CHARACTERS) return null;
  heldCharacters += characters;
  let isHeld = true;
  return () => {
    if (!isHeld) return;
    isHeld = false;
    heldCharacters -= characters;
  };
}

const nothing = () => undefined;
