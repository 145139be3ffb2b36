"use client";
import { useEffect, useState } from "react";
import { attemptStorage } from "@/app/_components/attempt-storage";
import { firstSight, openingOf, readReading, versionOf, writeReading } from "./read-instructions";

/**
 * Whether the queue's instructions are open. They stay as the person left them, in this browser; a new version opens by
 * itself. `text` is undefined until it is known.
 */
export function useInstructions(queueId: string, text: string | null | undefined) {
  const name = `assay instructions ${queueId}`;
  const [shown, setShown] = useState({ open: false, changed: false });
  useEffect(() => {
    if (text === undefined) return;
    const before = readReading(attemptStorage(() => localStorage.getItem(name)));
    setShown(openingOf(text, before));
    const first = firstSight(text, before);
    if (first) attemptStorage(() => localStorage.setItem(name, writeReading(first)));
  }, [name, text]);
  const toggle = () => {
    const open = !shown.open;
    setShown({ open, changed: false });
    if (text)
      attemptStorage(() => localStorage.setItem(name, writeReading({ version: versionOf(text), pinned: open })));
  };
  return { ...shown, toggle };
}
