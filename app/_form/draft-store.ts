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

const nameOf = (path: string, owner: string) => `${path} ${owner}`;

export const readDraft = <T>(drafts: Drafts<T>, path: string, owner: string): T | null =>
  drafts.get(nameOf(path, owner)) ?? null;

/** Writes a draft for a screen that may not be open; null removes it. */
export function writeDraft<T>(drafts: Drafts<T>, path: string, owner: string, draft: T | null): void {
  const name = nameOf(path, owner);
  if (draft === null) {
    drafts.delete(name);
    unsaved.delete(name);
  } else {
    drafts.set(name, draft);
    unsaved.add(name);
  }
  if (unsaved.size > 0) window.addEventListener("beforeunload", ask);
  else window.removeEventListener("beforeunload", ask);
  for (const notify of listeners) notify();
}

/** The draft of the screen at a path; `owner` tells drafts apart where one path shows several. */
export function useStoredDraft<T>(drafts: Drafts<T>, path: string, owner = ""): [T | null, Write<T>] {
  const name = nameOf(path, owner);
  const draft = useSyncExternalStore(
    listen,
    () => drafts.get(name) ?? null,
    () => null,
  );
  const write: Write<T> = useCallback(
    (decide) => writeDraft(drafts, path, owner, decide(drafts.get(nameOf(path, owner)) ?? null)),
    [drafts, path, owner],
  );
  return [draft, write];
}
