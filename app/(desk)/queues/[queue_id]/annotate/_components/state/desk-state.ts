// The annotator's desk as a state machine. Pure: effects (requests, storage, focus) belong to the components that read it.
import type { Draft } from "../draft/draft";
import { leaving, timeSpent } from "./time-spent";

export type Halt =
  | { kind: "conflict" | "denied" | "done" | "paused" | "missing" | "gone" | "failed"; message: string }
  /** No item is left for this annotator. */
  | { kind: "drained" };

export interface CompletedItem {
  itemId: string;
  mutationId: string;
}

/** The part of a working session that survives a reload of the page. */
export interface Sitting {
  /** Items in the order they were visited. */
  trail: readonly string[];
  /** What was sent and can be undone, newest last. */
  done: readonly CompletedItem[];
  /** Milliseconds spent on each submitted item, by item. */
  durations: Readonly<Record<string, number>>;
  skipped: readonly string[];
}

export interface DeskState extends Sitting {
  /** `loading` waits for an item's content, `waiting` for an item. */
  phase: "loading" | "annotating" | "waiting" | "halted";
  halt: Halt | null;
  /** Index in the trail; -1 before the first item. */
  at: number;
  drafts: Readonly<Record<string, Draft>>;
  /** Items claimed and loaded in advance, so that the next one shows at once. */
  upcoming: readonly string[];
  /** Why the current item was refused. */
  error: string | null;
  /** When the current item was opened, in ms, and whether it was edited since. */
  openedAt: number;
  edited: boolean;
  /** Milliseconds spent on items at earlier visits, until the server has accepted them. */
  spent: Readonly<Record<string, number>>;
}

export type DeskAction =
  /** Resumes after a reload; the item is in the session's trail. */
  | { type: "restored"; sitting: Sitting; itemId: string; now: number }
  | { type: "opened"; itemId: string; now: number }
  | { type: "loaded"; itemId: string; draft: Draft; error: string | null; now: number }
  | { type: "edited"; itemId: string; draft: Draft }
  /** Claimed and loaded in advance. */
  | { type: "claimed"; itemId: string; draft: Draft; now: number }
  /** `stays`: the annotator wants to see the item before going on. */
  | { type: "sent"; itemId: string; act: "submit" | "skip"; mutationId: string; stays?: boolean; now: number }
  /** The server accepted what was sent for an item. */
  | { type: "settled"; itemId: string }
  /** The server refused what was sent for good. It stays in the list of refusals; the desk does not jump to it. */
  | { type: "refused"; itemId: string; mutationId: string }
  /** The last submit or skip is being undone. */
  | { type: "undoing" }
  | { type: "notUndone"; done: CompletedItem }
  /** Withdrawn before it was sent: the item is as it was. */
  | { type: "withdrawn"; itemId: string; now: number }
  /** Reloads an item from the server. */
  | { type: "reopened"; itemId: string; now: number }
  | { type: "moved"; by: -1 | 1; now: number }
  /** To an item of the list of recent or flagged ones. */
  | { type: "went"; itemId: string; now: number }
  | { type: "halted"; halt: Halt }
  /** Another annotator got an item that was only claimed in advance: there is nothing to say, and the next one comes. */
  | { type: "lost"; itemId: string; now: number }
  /** Starts over with what the server offers; items skipped so far are offered again. */
  | { type: "resumed" };

export const currentItem = (state: DeskState): string | null => state.trail[state.at] ?? null;
export const isAtEnd = (state: DeskState): boolean => state.at === state.trail.length - 1;

const without = <V>(record: Readonly<Record<string, V>>, key: string): Record<string, V> =>
  Object.fromEntries(Object.entries(record).filter(([each]) => each !== key));

/** Items that the annotator has open, as far as the desk knows: visited and not sent, shown, or claimed in advance. */
export function inHand(state: DeskState): string[] {
  const sent = new Set(state.done.map(({ itemId }) => itemId));
  if (state.phase === "annotating" || state.phase === "loading") sent.delete(currentItem(state) ?? "");
  return [...new Set([...state.trail.filter((itemId) => !sent.has(itemId)), ...state.upcoming])];
}

/** An item that the server offers once more is open again: its skip cannot be undone any more. */
const offered = (state: DeskState, itemId: string): DeskState => ({
  ...state,
  done: state.done.filter((each) => each.itemId !== itemId),
});

/** Moves an item to the end of the trail and shows it: the server offers skipped items once more. */
const showNext = (state: DeskState, itemId: string, now: number): DeskState =>
  show({ ...leaving(state, now), trail: [...state.trail.filter((id) => id !== itemId), itemId] }, itemId, now);

function show(state: DeskState, itemId: string, now: number): DeskState {
  return {
    ...leaving(state, now),
    at: state.trail.indexOf(itemId),
    phase: state.drafts[itemId] ? "annotating" : "loading",
    halt: null,
    error: null,
    openedAt: now,
    edited: false,
    upcoming: state.upcoming.filter((id) => id !== itemId),
  };
}

/** After the current item was sent: go forward in the trail, then to an item claimed in advance, else wait. */
function advance(state: DeskState, now: number): DeskState {
  const visited = state.trail[state.at + 1];
  if (visited) return show(state, visited, now);
  const [next] = state.upcoming;
  return next ? showNext(state, next, now) : { ...leaving(state, now), phase: "waiting", error: null };
}

function sent(state: DeskState, action: Extract<DeskAction, { type: "sent" }>): DeskState {
  const { itemId, act, mutationId, now } = action;
  if (state.phase !== "annotating" || currentItem(state) !== itemId) return state;
  const took = timeSpent(state, now);
  const skipped = state.skipped.filter((id) => id !== itemId);
  const progress =
    act === "submit"
      ? { durations: { ...state.durations, [itemId]: took }, skipped }
      : { skipped: [...skipped, itemId] };
  const next = { ...state, ...progress, done: [...state.done, { itemId, mutationId }] };
  return action.stays ? { ...next, error: null, edited: false } : advance(next, now);
}

function claimed(state: DeskState, { itemId, draft, now }: Extract<DeskAction, { type: "claimed" }>): DeskState {
  if (inHand(state).includes(itemId)) return state;
  const ready = { ...offered(state, itemId), drafts: { ...state.drafts, [itemId]: draft } };
  return state.phase === "waiting" ? showNext(ready, itemId, now) : { ...ready, upcoming: [...state.upcoming, itemId] };
}

function lost(state: DeskState, { itemId, now }: Extract<DeskAction, { type: "lost" }>): DeskState {
  if (currentItem(state) !== itemId) return state;
  const trail = state.trail.filter((id) => id !== itemId);
  return advance({ ...state, trail, at: state.at - 1, drafts: without(state.drafts, itemId), openedAt: now }, now);
}

/** The state without this submit or skip. */
function unsent(state: DeskState, { itemId, mutationId }: CompletedItem): DeskState {
  return {
    ...state,
    durations: without(state.durations, itemId),
    skipped: state.skipped.filter((id) => id !== itemId),
    done: state.done.filter((each) => each.mutationId !== mutationId),
  };
}

const goTo = (state: DeskState, itemId: string, now: number): DeskState =>
  (state.trail.includes(itemId) ? show : showNext)(state, itemId, now);

/** The shown item was sent, so the next one may come. */
export const isSent = ({ phase, done, trail, at }: DeskState): boolean =>
  phase === "annotating" && done.some(({ itemId }) => itemId === trail[at]);

function moved(state: DeskState, action: Extract<DeskAction, { type: "moved" }>): DeskState {
  const target = state.trail[state.at + action.by];
  if (!target && action.by === 1 && isSent(state)) return advance(state, action.now);
  if (!target || state.phase === "waiting") return state;
  return show(state, target, action.now);
}

/** The next visit reads from the server. An item that is open again keeps its draft, which may have changed since. */
function settled(state: DeskState, itemId: string): DeskState {
  const next = { ...state, spent: without(state.spent, itemId) };
  const isOpen = currentItem(state) === itemId && state.phase === "annotating";
  return isOpen ? next : { ...next, drafts: without(state.drafts, itemId) };
}

export function deskReducer(state: DeskState, action: DeskAction): DeskState {
  switch (action.type) {
    case "restored":
      return show({ ...state, ...action.sitting }, action.itemId, action.now);
    case "opened":
      return showNext(offered(state, action.itemId), action.itemId, action.now);
    case "loaded":
      if (currentItem(state) !== action.itemId || state.phase !== "loading") return state;
      return {
        ...state,
        phase: "annotating",
        openedAt: action.now,
        error: action.error,
        drafts: { ...state.drafts, [action.itemId]: action.draft },
      };
    case "edited":
      if (currentItem(state) !== action.itemId || state.phase !== "annotating") return state;
      return { ...state, error: null, edited: true, drafts: { ...state.drafts, [action.itemId]: action.draft } };
    case "claimed":
      return claimed(state, action);
    case "sent":
      return sent(state, action);
    case "settled":
      return settled(state, action.itemId);
    case "refused":
      return unsent({ ...state, drafts: without(state.drafts, action.itemId) }, action);
    case "undoing": {
      const last = state.done.at(-1);
      return last ? unsent(state, last) : state;
    }
    case "notUndone":
      return { ...state, done: [...state.done, action.done] };
    case "withdrawn":
    case "went":
      return goTo(state, action.itemId, action.now);
    case "reopened":
      return goTo({ ...state, drafts: without(state.drafts, action.itemId) }, action.itemId, action.now);
    case "moved":
      return moved(state, action);
    case "lost":
      return lost(state, action);
    case "halted":
      return { ...state, phase: "halted", halt: action.halt };
    case "resumed":
      return { ...state, phase: "loading", halt: null, error: null, skipped: [], at: -1 };
  }
}
