// The annotator's desk as a state machine. Pure: effects (requests, storage, focus) belong to the components that read it.
import type { Draft } from "./draft";

export type Halt =
  | { kind: "conflict" | "done" | "paused" | "missing" | "failed"; message: string }
  /** Nothing is left that this annotator could take. */
  | { kind: "drained" };

/** Work that has left the desk and waits for the server's answer. */
export interface Saving {
  itemId: string;
  act: "submit" | "skip";
}

export interface Done {
  itemId: string;
  /** Names the submit; null for a skip. */
  mutationId: string | null;
}

export interface DeskState {
  /** `loading` waits for an item or its content, `saving` for an answer without which there is nothing to show. */
  phase: "loading" | "annotating" | "saving" | "halted";
  halt: Halt | null;
  /** Items in the order of their visit. */
  trail: readonly string[];
  /** Place in the trail; -1 before the first item. */
  at: number;
  drafts: Readonly<Record<string, Draft>>;
  /** Claimed ahead, so that the next item is there at once. */
  upcoming: string | null;
  saving: readonly Saving[];
  /** What was sent in this sitting and may be taken back, the last one last. */
  done: readonly Done[];
  /** What went wrong with the item that is shown. */
  error: string | null;
  /** When the item that is shown was opened, in ms, and whether anything was put in since. */
  openedAt: number;
  edited: boolean;
  /** Ms that each submitted item took, by item. */
  durations: Readonly<Record<string, number>>;
  skipped: readonly string[];
}

export type DeskAction =
  | { type: "opened"; itemId: string; now: number }
  | { type: "loaded"; itemId: string; draft: Draft; now: number }
  | { type: "edited"; itemId: string; draft: Draft }
  | { type: "claimed"; itemId: string; now: number }
  | { type: "sent"; itemId: string; act: Saving["act"]; mutationId: string | null; now: number }
  | { type: "saved"; itemId: string; nextId: string | null; now: number }
  | { type: "refused"; itemId: string; halt: Halt | null; message: string; now: number }
  /** What was sent last is being taken back. */
  | { type: "undoing" }
  /** Shows an item anew, as the server has it. */
  | { type: "reopened"; itemId: string; now: number }
  | { type: "moved"; by: -1 | 1; now: number }
  | { type: "halted"; halt: Halt }
  /** Starts over with what the server offers; items skipped so far are offered again. */
  | { type: "resumed" };

export const emptyDesk: DeskState = {
  phase: "loading",
  halt: null,
  trail: [],
  at: -1,
  drafts: {},
  upcoming: null,
  saving: [],
  done: [],
  error: null,
  openedAt: 0,
  edited: false,
  durations: {},
  skipped: [],
};

export const currentItem = (state: DeskState): string | null => state.trail[state.at] ?? null;
export const isAtEnd = (state: DeskState): boolean => state.at === state.trail.length - 1;

const without = <V>(record: Readonly<Record<string, V>>, key: string): Record<string, V> =>
  Object.fromEntries(Object.entries(record).filter(([each]) => each !== key));

/** Shows an item at the trail's end, wherever it stood before: the server offers skipped items once more. */
const showNext = (state: DeskState, itemId: string, now: number): DeskState =>
  show({ ...state, trail: [...state.trail.filter((id) => id !== itemId), itemId] }, itemId, now);

function show(state: DeskState, itemId: string, now: number): DeskState {
  return {
    ...state,
    at: state.trail.indexOf(itemId),
    phase: state.drafts[itemId] ? "annotating" : "loading",
    halt: null,
    error: null,
    openedAt: now,
    edited: false,
    upcoming: state.upcoming === itemId ? null : state.upcoming,
  };
}

/** Where to go when the item at hand has been sent: forward in the trail, then what was claimed ahead, else wait. */
function advance(state: DeskState, now: number): DeskState {
  const visited = state.trail[state.at + 1];
  if (visited) return show(state, visited, now);
  return state.upcoming ? showNext(state, state.upcoming, now) : { ...state, phase: "saving", error: null };
}

function sent(state: DeskState, action: Extract<DeskAction, { type: "sent" }>): DeskState {
  const { itemId, act, mutationId, now } = action;
  if (state.phase !== "annotating" || currentItem(state) !== itemId) return state;
  const took = now - state.openedAt;
  const kept =
    act === "submit"
      ? { durations: { ...state.durations, [itemId]: took }, skipped: state.skipped.filter((id) => id !== itemId) }
      : { skipped: [...state.skipped.filter((id) => id !== itemId), itemId] };
  const left = { saving: [...state.saving, { itemId, act }], done: [...state.done, { itemId, mutationId }] };
  return advance({ ...state, ...kept, ...left }, now);
}

function saved(state: DeskState, action: Extract<DeskAction, { type: "saved" }>): DeskState {
  const { itemId, nextId, now } = action;
  const done = { ...state, saving: state.saving.filter((each) => each.itemId !== itemId) };
  // The next visit reads what the server has; unless the item is on the desk again and has been changed since.
  const settled =
    currentItem(done) === itemId && done.phase === "annotating"
      ? done
      : { ...done, drafts: without(done.drafts, itemId) };
  if (state.phase !== "saving" || settled.saving.length > 0) return settled;
  return nextId ? showNext(settled, nextId, now) : { ...settled, phase: "halted", halt: { kind: "drained" } };
}

/** As if the item had not been sent, the last time. */
function unsent(state: DeskState, itemId: string): DeskState {
  const last = state.done.findLastIndex((each) => each.itemId === itemId);
  return {
    ...state,
    durations: without(state.durations, itemId),
    skipped: state.skipped.filter((id) => id !== itemId),
    done: last < 0 ? state.done : state.done.toSpliced(last, 1),
  };
}

function reopened(state: DeskState, { itemId, now }: Extract<DeskAction, { type: "reopened" }>): DeskState {
  const anew = { ...state, drafts: without(state.drafts, itemId) };
  return state.trail.includes(itemId) ? show(anew, itemId, now) : showNext(anew, itemId, now);
}

/** Back to the item with everything that was put in, and the reason. */
function refused(state: DeskState, action: Extract<DeskAction, { type: "refused" }>): DeskState {
  const { itemId, halt, message, now } = action;
  const back = show({ ...state, saving: state.saving.filter((each) => each.itemId !== itemId) }, itemId, now);
  return {
    ...unsent(back, itemId),
    ...(halt ? { phase: "halted" as const, halt } : { error: message }),
  };
}

function moved(state: DeskState, action: Extract<DeskAction, { type: "moved" }>): DeskState {
  const target = state.trail[state.at + action.by];
  if (!target || state.phase === "saving") return state;
  return show(state, target, action.now);
}

export function deskReducer(state: DeskState, action: DeskAction): DeskState {
  switch (action.type) {
    case "opened":
      return showNext(state, action.itemId, action.now);
    case "loaded":
      if (currentItem(state) !== action.itemId || state.phase !== "loading") return state;
      return {
        ...state,
        phase: "annotating",
        openedAt: action.now,
        drafts: { ...state.drafts, [action.itemId]: action.draft },
      };
    case "edited":
      if (currentItem(state) !== action.itemId || state.phase !== "annotating") return state;
      return { ...state, error: null, edited: true, drafts: { ...state.drafts, [action.itemId]: action.draft } };
    case "claimed":
      if (state.trail.includes(action.itemId)) return state;
      return state.phase === "saving"
        ? showNext(state, action.itemId, action.now)
        : { ...state, upcoming: action.itemId };
    case "sent":
      return sent(state, action);
    case "saved":
      return saved(state, action);
    case "refused":
      return refused(state, action);
    case "undoing": {
      const last = state.done.at(-1);
      return last ? unsent(state, last.itemId) : state;
    }
    case "reopened":
      return reopened(state, action);
    case "moved":
      return moved(state, action);
    case "halted":
      return { ...state, phase: "halted", halt: action.halt };
    case "resumed":
      return { ...state, phase: "loading", halt: null, error: null, skipped: [], at: -1 };
  }
}
