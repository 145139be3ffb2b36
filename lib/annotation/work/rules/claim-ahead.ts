// How many items an annotator may reserve ahead: a day's work, so that the desk goes on without a network, but never so
// many that others find none while there is work.
const MOST_HELD = 500;
const SHARE = 4;

/** More free items than this make no difference. */
export const FREE_COUNTED = MOST_HELD * SHARE;

/** Whether an annotator with `reserved` items may claim another ahead, if `free` items wait. */
export const mayClaimAhead = ({ reserved, free }: { reserved: number; free: number }): boolean =>
  reserved <= Math.min(MOST_HELD, Math.max(1, Math.floor(free / SHARE)));

/** How many of `count` items an annotator may claim ahead in one request: each takes one of the free items. */
export function claimsAhead({ reserved, free }: { reserved: number; free: number }, count: number): number {
  let claims = 0;
  while (claims < count && mayClaimAhead({ reserved: reserved + claims, free: free - claims })) claims++;
  return claims;
}
