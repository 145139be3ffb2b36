// When has a share become greater than its limit? A test that may look at every minute, for as long as it runs.
//
// A minute with n requests of which k are bad is one observation x = k/n from 0 to 1. If the share is at most `limit`,
// whatever happened before, then a bet 1 + f · (x − limit) / limit is fair or worse: its expectation is at most 1.
// Waudby-Smith & Ramdas (2024), "Estimating means of bounded random variables by betting", Journal of the Royal
// Statistical Society B 86. Requests of one minute may depend on one another as they like.
//
// A change can begin at any minute, so every minute a little new money is staked (Shiryaev and Roberts; as a sum of
// e-processes: Shin, Ramdas & Rinaldo (2024), "E-detectors: a nonparametric framework for sequential change detection",
// The New England Journal of Statistics in Data Science 2). A minute's stake is the share of a false alarm that the
// minute is allowed, and an alarm costs 1. Wealth plus alarms minus stakes is therefore a supermartingale: until any
// moment there are, in expectation, no more false alarms than were allowed until then, restarts included.

import type { AlertBet, AlertDetector } from "@/db/schema";

/** Requests of a minute; `at` is the minute since 1970. */
export interface Tally {
  readonly at: number;
  readonly requests: number;
  readonly bad: number;
}

const BETS = 6;
const BOLDEST = 0.8;
const MOST_CAUTIOUS = 0.002;
/** Minutes without requests that count as time: after a long silence the detector is as new. */
const LONGEST_GAP = 60;
const MINUTES_A_DAY = 1440;

export const newDetector = (): AlertDetector => ({
  bets: Array.from({ length: BETS }, () => ({ wealth: 0, gain: 1, since: 0, requests: 0, bad: 0 })),
  at: null,
});

/** The parts of its wealth that each bet stakes: from small changes of this limit to total failure, evenly in logarithms. */
function fractionsOf(limit: number): readonly number[] {
  const first = Math.max(MOST_CAUTIOUS, limit / 2);
  return Array.from({ length: BETS }, (_, index) => first * (BOLDEST / first) ** (index / (BETS - 1)));
}

let remembered: { limit: number; fractions: readonly number[] } = { limit: -1, fractions: [] };
const fractionsFor = (limit: number): readonly number[] => {
  if (remembered.limit !== limit) remembered = { limit, fractions: fractionsOf(limit) };
  return remembered.fractions;
};

/** Days between this minute and the last, as far as they count. */
export const daysSince = (last: number | null, at: number): number =>
  Math.min(LONGEST_GAP, last === null ? 1 : Math.max(0, at - last)) / MINUTES_A_DAY;

/**
 * Folds a minute in, and answers with the bet that has won the most if that is an alarm. `perDay` is how many false
 * alarms a day may have. Changes the detector, because simulations fold hundreds of millions of minutes.
 */
export function foldMinute(
  detector: AlertDetector,
  { at, requests, bad }: Tally,
  { limit, perDay }: { limit: number; perDay: number },
): AlertBet | null {
  const stake = daysSince(detector.at, at) * perDay;
  detector.at = at;
  const fractions = fractionsFor(limit);
  const excess = (bad / requests - limit) / limit;
  let wealth = 0;
  for (let index = 0; index < detector.bets.length; index++) {
    const bet = detector.bets[index];
    if (!bet) break;
    const factor = 1 + (fractions[index] ?? 0) * excess;
    bet.wealth = (bet.wealth + stake) * factor;
    wealth += bet.wealth;
    if (bet.gain <= 1) {
      bet.gain = 1;
      bet.since = at;
      bet.requests = 0;
      bet.bad = 0;
    }
    bet.gain *= factor;
    bet.requests += requests;
    bet.bad += bad;
  }
  if (wealth < BETS) return null;
  return detector.bets.reduce((best, bet) => (bet.wealth > best.wealth ? bet : best));
}
