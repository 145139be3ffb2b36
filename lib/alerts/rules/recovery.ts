// When has a share come back? The same kind of test, the other way round.
//
// The incident lasts as long as the share may still be more than half of the way from the limit to what it was when the
// alarm came. A likelihood ratio of each request bets against that. Here requests count as independent: a wrong end is a
// second alarm, not a missed one, and a test by minutes would take days for small limits. No minute may say more than
// `MOST_A_MINUTE`, so that an end takes several good minutes.
import type { AlertRecovery } from "@/db/schema";
import { daysSince, type Tally } from "./detector";

/** Shares that bets are on, in parts of `midway`. */
const PARTS = [0.1, 0.3, 0.6, 0.8] as const;
/** Natural logarithm of the most that a minute multiplies a bet by; a cap only lowers its expectation. */
const MOST_A_MINUTE = 1;
/** Of wrong ends, while the trouble lasts: one a week. */
const PER_DAY = 1 / 7;

export const newRecovery = (limit: number, share: number, at: number): AlertRecovery => ({
  wealth: PARTS.map(() => 0),
  at,
  midway: Math.min(0.999, (limit + Math.max(limit, share)) / 2),
});

/** Folds a minute in; true once the share has come back. */
export function foldRecovery(recovery: AlertRecovery, { at, requests, bad }: Tally): boolean {
  const stake = daysSince(recovery.at, at) * PER_DAY;
  recovery.at = at;
  const { midway } = recovery;
  recovery.wealth = recovery.wealth.map((wealth, index) => {
    const share = midway * (PARTS[index] ?? 1);
    const log = bad * Math.log(share / midway) + (requests - bad) * Math.log((1 - share) / (1 - midway));
    return (wealth + stake) * Math.exp(Math.min(log, MOST_A_MINUTE));
  });
  return recovery.wealth.reduce((sum, wealth) => sum + wealth, 0) >= PARTS.length;
}
