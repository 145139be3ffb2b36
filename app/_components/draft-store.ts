"use client";
// What somebody is writing and has not saved, as long as the window stands. Who leaves a screen loses nothing and is asked
// nothing; before the window closes or reloads, the browser asks. A draft may hold secrets, and so it is kept nowhere else.
import { useCallback, useSyncExternalStore } from "react";

const listeners = new Set<() => void>();
const held = new Set<string>();

const ask = (event: BeforeUnloadEvent) => event.preventDefault();

function listen(tell: () => void): () => void {
  listeners.add(tell);
  return () => listeners.delete(tell);
}

/** The addresses of screens whose drafts wait, as one text: equal ones are one value. */
const places = (): string => [...held].map((name) => name.split(" ")[0]).join(" ");

export function useDraftPlaces(): string[] {
  const found = useSyncExternalStore(listen, places, () => "");
  return found ? found.split(" ") : [];
}

type Write<T> = (next: (before: T | null) => T | null) => void;

export type Drafts<T> = Map<string, T>;

/** The drafts of one editor; made once, beside it. */
export const draftsOf = <T>(): Drafts<T> => new Map();

/** The draft of the screen at an address; and of an owner, where one address shows several. */
export function useStoredDraft<T>(drafts: Drafts<T>, place: string, owner = ""): [T | null, Write<T>] {
  const name = `${place} ${owner}`;
  const draft = useSyncExternalStore(
    listen,
    () => drafts.get(name) ?? null,
    () => null,
  );
  const write: Write<T> = useCallback(
    (decide) => {
      const next = decide(drafts.get(name) ?? null);
      if (next === null) {
        drafts.delete(name);
        held.delete(name);
      } else {
        drafts.set(name, next);
        held.add(name);
      }
      if (held.size > 0) window.addEventListener("beforeunload", ask);
      else window.removeEventListener("beforeunload", ask);
      for (const tell of listeners) tell();
    },
    [drafts, name],
  );
  return [draft, write];
}
