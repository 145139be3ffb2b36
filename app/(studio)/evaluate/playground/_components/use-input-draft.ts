"use client";
// What was written in the playground. It outlives a reload and a walk to another screen, in its tab: nothing else has it yet.
import { useEffect, useState } from "react";
import type { Texts } from "./form";
import { type InputDraft, inputDraftIn } from "./input-draft";

export function useWritten(name: string, given: Texts): [InputDraft, (changes: Partial<InputDraft>) => void] {
  const [first] = useState<InputDraft>(
    () => recalled(name) ?? { at: null, texts: given, more: Object.keys(given) }, // an earlier run's inputs, too
  );
  const [written, setWritten] = useState(first);
  useEffect(() => {
    if (written !== first) attempt(() => sessionStorage.setItem(name, JSON.stringify(written)));
  }, [name, written, first]);
  return [written, (changes) => setWritten((before) => ({ ...before, ...changes }))];
}

const recalled = (name: string): InputDraft | null =>
  typeof window === "undefined" ? null : inputDraftIn(attempt(() => sessionStorage.getItem(name)));

/** Browsers may keep nothing for a page: then what is written ends with its page. */
function attempt<T>(act: () => T): T | null {
  try {
    return act();
  } catch {
    return null;
  }
}
