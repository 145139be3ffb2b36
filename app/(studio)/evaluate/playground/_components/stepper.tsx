"use client";
import type { ReactNode } from "react";
import { Button } from "@/app/_ui/button/button";
import { useShortcuts } from "@/app/_ui/keyboard/shortcuts";

interface Props {
  text: ReactNode;
  noun: string;
  /** Null if there is none. */
  onPrevious: (() => void) | null;
  onNext: (() => void) | null;
}

/** Moves to the previous and the next row or trace. */
export function Stepper({ text, noun, onPrevious, onNext }: Props) {
  useShortcuts("Inputs", [
    { keys: "k", description: `Previous ${noun}`, run: () => onPrevious?.() },
    { keys: "j", description: `Next ${noun}`, run: () => onNext?.() },
  ]);
  return (
    <div className="flex flex-wrap items-center gap-2">
      <p aria-live="polite" className="mr-auto tabular-nums">
        {text}
      </p>
      <Button keys="k" disabled={!onPrevious} onClick={() => onPrevious?.()}>
        Previous {noun}
      </Button>
      <Button keys="j" disabled={!onNext} onClick={() => onNext?.()}>
        Next {noun}
      </Button>
    </div>
  );
}
