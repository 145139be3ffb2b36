// How many items one annotator may hold for later: enough that the next one is there at once, and never so many that others
// find nothing while there is work.
const MOST_HELD = 10;
const SHARE = 4;

/** More free items than this make no difference. */
export const FREE_COUNTED = MOST_HELD * SHARE;

/** Whether an annotator who holds `held` items may claim another for later, where `free` items wait. */
export const mayClaimAhead = ({ held: reserved, free }: { held: number; free: number }): boolean =>
  reserved <= Math.min(MOST_HELD, Math.max(1, Math.floor(free / SHARE)));
