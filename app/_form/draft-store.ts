"use client";
// Unsaved form contents, kept while the window is open. Leaving a screen loses nothing and asks
// nothing; before the window closes or reloads, the browser asks. A draft may hold secrets, so it is kept in memory only.
import { useCallback, useSyncExternalStore } from "react";

const listeners = new Set<() => void>();
const unsaved = new Set<string>();

const ask = (event: BeforeUnloadEvent) => event.preventDefault();

function listen(notify: () => void): () => void {
  listeners.add(notify);
  return () => listeners.delete(notify);
}

/** The paths of screens with unsaved drafts, as one string, so that an unchanged list is the same value. */
const joinedPaths = (): string => [...unsaved].map((name) => name.split(" ")[0]).join(" ");

export function useDraftPlaces(): string[] {
  const found = useSyncExternalStore(listen, joinedPaths, () => "");
  return found ? found.split(" ") : [];
}

type Write<T> = (next: (before: T | null) => T | null) => void;

export type Drafts<T> = Map<string, T>;

/** The drafts of one editor. Create it once, at module level. */
export const draftsOf = <T>(): Drafts<T> => new Map();

/** The draft of the screen at a path; `owner` tells drafts apart where one path shows several. */
export function useStoredDraft<T>(drafts: Drafts<T>, path: string, owner = ""): [T | null, Write<T>] {
  const name = `${path} ${owner}`;
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
        unsaved.delete(name);
      } else {
        drafts.set(name, next);
        unsaved.add(name);
      }
      if (unsaved.size > 0) window.addEventListener("beforeunload", ask);
      else window.removeEventListener("beforeunload", ask);
      for (const notify of listeners) notify();
    },
    [drafts, name],
  );
  return [draft, write];
}
