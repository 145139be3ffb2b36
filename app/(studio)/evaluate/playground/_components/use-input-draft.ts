"use client";
// The playground's unsaved inputs, kept in the tab across reloads and visits to other screens.
import { useEffect, useState } from "react";
import { attemptStorage } from "@/app/_components/attempt-storage";
import type { Texts } from "./form";
import { type InputDraft, inputDraftIn } from "./input-draft";

export function useWritten(name: string, initial: Texts): [InputDraft, (changes: Partial<InputDraft>) => void] {
  const [first] = useState<InputDraft>(
    () => recalled(name) ?? { at: null, texts: initial, more: Object.keys(initial) }, // including an earlier run's inputs
  );
  const [written, setWritten] = useState(first);
  useEffect(() => {
    if (written !== first) attemptStorage(() => sessionStorage.setItem(name, JSON.stringify(written)));
  }, [name, written, first]);
  return [written, (changes) => setWritten((before) => ({ ...before, ...changes }))];
}

const recalled = (name: string): InputDraft | null =>
  typeof window === "undefined" ? null : inputDraftIn(attemptStorage(() => sessionStorage.getItem(name)));
