"use client";
import { useRef } from "react";
import type { Draft } from "../draft/draft";
import { withEarlier } from "../draft/earlier-drafts";
import type { DeskContext } from "./desk-context";
import { currentItem } from "./desk-state";

/** Edits the shown item. Its changes can be undone one by one until it is sent or left. */
export function useEdits({ latest, dispatch }: Pick<DeskContext, "latest" | "dispatch">) {
  const kept = useRef<{ itemId: string | null; earlier: readonly Draft[] }>({ itemId: null, earlier: [] });
  const latestDraft = (): Draft | undefined => latest.current.drafts[currentItem(latest.current) ?? ""];
  const change = (draft: Draft, earlierAfter: (earlier: readonly Draft[]) => readonly Draft[]) => {
    const itemId = currentItem(latest.current);
    if (!itemId) return;
    const earlier = kept.current.itemId === itemId ? kept.current.earlier : [];
    kept.current = { itemId, earlier: earlierAfter(earlier) };
    dispatch({ type: "edited", itemId, draft });
  };
  return {
    latestDraft,
    edit(draft: Draft): void {
      const before = latestDraft();
      if (before) change(draft, (earlier) => withEarlier(earlier, before, draft));
    },
    /** What was seen stays seen. False if nothing was changed here. */
    undoEdit(): boolean {
      const { itemId, earlier } = kept.current;
      const [now, last] = [latestDraft(), earlier.at(-1)];
      if (!now || !last || itemId !== currentItem(latest.current)) return false;
      change({ ...last, seen: now.seen, changed: true }, (all) => all.slice(0, -1));
      return true;
    },
    forgetEdits(): void {
      kept.current = { itemId: null, earlier: [] };
    },
  };
}
