"use client";
// What was changed of a configuration and is no version yet, as long as the window stands. It may hold secrets, and so it is
// kept nowhere else.
import { useCallback, useSyncExternalStore } from "react";
import type { Config } from "./config-text";

export interface Draft {
  /** What it was begun from; 0 for no version. */
  base: { version: number; config: Config };
  config: Config;
  /** The text that was typed, where it cannot be read. */
  unread: string | null;
}

const drafts = new Map<string, Draft>();
const listeners = new Set<() => void>();

function listen(tell: () => void): () => void {
  listeners.add(tell);
  return () => listeners.delete(tell);
}

export function useStoredDraft(organizationId: string): [Draft | null, (draft: Draft | null) => void] {
  const draft = useSyncExternalStore(
    listen,
    () => drafts.get(organizationId) ?? null,
    () => null,
  );
  const store = useCallback(
    (next: Draft | null) => {
      if (next) drafts.set(organizationId, next);
      else drafts.delete(organizationId);
      for (const tell of listeners) tell();
    },
    [organizationId],
  );
  return [draft, store];
}
