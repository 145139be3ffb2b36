// Circuit breakers: a target that fails again and again is left alone for a while, then tried by one request at a time.
// Each process counts by itself, and tells the others when a breaker has opened.
import type { BreakerSettings } from "./settings";

/** A target's breaker, and until when it is open, in milliseconds since 1970. */
export type Opening = readonly [target: string, until: number];

interface State {
  /** In a row. */
  failures: number;
  /** Of its trials, since it opened. */
  successes: number;
  /** Null for one that has not opened. After that time it is half open. */
  openUntil: number | null;
  isOnTrial: boolean;
}

/** Targets in trouble that are remembered; healthy ones need no memory. */
const REMEMBERED = 1_000;

export class Breakers {
  readonly #states = new Map<string, State>();
  readonly #now: () => number;
  readonly #changed: (target: string, openUntil: number | null) => void;

  /** `changed` is called when a breaker opens here, and when it closes again. */
  constructor(now: () => number, changed: (target: string, openUntil: number | null) => void) {
    this.#now = now;
    this.#changed = changed;
  }

  /** How long until a request may go to the target; 0 for now. */
  waitFor(target: string): number {
    const state = this.#states.get(target);
    if (!state || state.openUntil === null) return 0;
    const left = state.openUntil - this.#now();
    if (left > 0) return left;
    return state.isOnTrial ? TRIAL_MS : 0;
  }

  /** A request goes to the target. */
  begin(target: string): void {
    const state = this.#states.get(target);
    if (state && state.openUntil !== null && state.openUntil <= this.#now()) state.isOnTrial = true;
  }

  succeeded(target: string, { successes }: BreakerSettings): void {
    const state = this.#states.get(target);
    if (!state) return;
    state.isOnTrial = false;
    state.failures = 0;
    state.successes += 1;
    if (state.openUntil !== null && state.successes < successes) return;
    this.#states.delete(target);
    if (state.openUntil !== null) this.#changed(target, null);
  }

  failed(target: string, { failures, openMs }: BreakerSettings): void {
    const state = this.#states.get(target) ?? this.#remember(target);
    const wasOnTrial = state.isOnTrial;
    state.isOnTrial = false;
    state.failures += 1;
    if (!wasOnTrial && (state.openUntil !== null || state.failures < failures)) return;
    state.successes = 0;
    state.openUntil = this.#now() + openMs;
    this.#changed(target, state.openUntil);
  }

  /** The attempt says nothing about the target: the client disconnected, or asked for something impossible. */
  letGo(target: string): void {
    const state = this.#states.get(target);
    if (state) state.isOnTrial = false;
  }

  /** Those that are not closed: open, or half open. */
  opened(): { target: string; isOpen: boolean }[] {
    return [...this.#states].flatMap(([target, { openUntil }]) =>
      openUntil === null ? [] : [{ target, isOpen: openUntil > this.#now() }],
    );
  }

  /** Breakers that other processes have opened. */
  learn(openings: readonly Opening[]): void {
    for (const [target, until] of openings) {
      if (until <= this.#now()) continue;
      const state = this.#states.get(target) ?? this.#remember(target);
      if (until > (state.openUntil ?? 0)) Object.assign(state, { openUntil: until, successes: 0 });
    }
  }

  #remember(target: string): State {
    const [oldest] = this.#states.keys();
    if (this.#states.size >= REMEMBERED && oldest !== undefined) this.#states.delete(oldest);
    const state: State = { failures: 0, successes: 0, openUntil: null, isOnTrial: false };
    this.#states.set(target, state);
    return state;
  }
}

/** When to ask again after a target that another request is just trying. */
const TRIAL_MS = 1_000;
