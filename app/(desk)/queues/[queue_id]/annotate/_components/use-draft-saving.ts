"use client";
import { useEffect, useState } from "react";
import type { Draft } from "./draft";
import type { DraftStore } from "./draft-store";

export type DraftState = "none" | "pending" | "saved" | "refused";

const PAUSE_MS = 400;

/** Writes the draft to the browser shortly after each change, and at once when the item or the page is left. */
export function useDraftSaving(store: DraftStore, itemId: string | null, draft: Draft | undefined): DraftState {
  const [written, setWritten] = useState<{ draft: Draft; ok: boolean } | null>(null);
  useEffect(() => {
    if (!itemId || !draft?.changed) return;
    let open = true;
    const write = () => {
      if (!open) return;
      open = false;
      setWritten({ draft, ok: store.write(itemId, draft) });
    };
    const timer = setTimeout(write, PAUSE_MS);
    window.addEventListener("pagehide", write);
    return () => {
      clearTimeout(timer);
      window.removeEventListener("pagehide", write);
      write();
    };
  }, [store, itemId, draft]);
  if (!draft?.changed) return "none";
  if (written?.draft !== draft) return written ? "saved" : "pending";
  return written.ok ? "saved" : "refused";
}
