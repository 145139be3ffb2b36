const FIRST = 3;
const LAST = 7;
/** Fewer hidden turns than these are not worth a click. */
const FEWEST = 4;

/** How a conversation folds in the middle: its first turns are shown, then so many are folded, then the last ones. */
export function foldedTurns(turns: number): { first: number; folded: number } {
  const folded = turns - FIRST - LAST;
  return { first: FIRST, folded: folded >= FEWEST ? folded : 0 };
}
