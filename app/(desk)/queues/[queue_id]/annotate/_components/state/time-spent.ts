// How long items are on the desk. Pure.

interface Timed {
  phase: string;
  trail: readonly string[];
  at: number;
  openedAt: number;
  /** Of earlier visits, by item. */
  spent: Readonly<Record<string, number>>;
}

const isShown = ({ phase }: Timed): boolean => phase === "annotating";

/** How long the current item was on the desk, at all visits together. */
export const timeSpent = (state: Timed, now: number): number =>
  (state.spent[state.trail[state.at] ?? ""] ?? 0) + (isShown(state) ? Math.max(0, now - state.openedAt) : 0);

/** Keeps the time of the current item before another one comes. */
export function leaving<S extends Timed>(state: S, now: number): S {
  const itemId = state.trail[state.at];
  if (!itemId || !isShown(state)) return state;
  return { ...state, spent: { ...state.spent, [itemId]: timeSpent(state, now) }, openedAt: now };
}
