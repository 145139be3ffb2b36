"use client";
import { useRef } from "react";
import type { Draft } from "../draft/draft";
import { withEarlier } from "../draft/earlier-drafts";

/** The changes to the shown item, which can be undone one by one until it is sent or left. */
export function useEdits(itemId: string | null) {
  const kept = useRef<{ itemId: string | null; earlier: readonly Draft[] }>({ itemId: null, earlier: [] });
  const earlierOf = () => (kept.current.itemId === itemId ? kept.current.earlier : []);
  return {
    record(before: Draft, after: Draft): void {
      kept.current = { itemId, earlier: withEarlier(earlierOf(), before, after) };
    },
    /** The draft before the last change; undefined if there was none. */
    takeBack(): Draft | undefined {
      const earlier = earlierOf();
      kept.current = { itemId, earlier: earlier.slice(0, -1) };
      return earlier.at(-1);
    },
    forget(): void {
      kept.current = { itemId: null, earlier: [] };
    },
  };
}
