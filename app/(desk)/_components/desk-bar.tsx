"use client";
import { BookOpen, Keyboard } from "lucide-react";
import type { ReactNode } from "react";
import { IconButton } from "@/app/_ui/button/icon-button";
import { useShortcutSheet } from "@/app/_ui/keyboard/shortcuts";
import { DeskExit } from "./desk-exit";

interface Props {
  queueId: string;
  /** The queue's name, once it is known. */
  name: string | undefined;
  reading: boolean;
  onRead: () => void;
  children: ReactNode;
}

/** The bar at the top of a desk: a link back, the desk's own status, the instructions, and shortcuts where there is a keyboard. */
export function DeskBar({ queueId, name, reading, onRead, children }: Props) {
  const openSheet = useShortcutSheet();
  return (
    <header className="flex min-h-12 shrink-0 items-center gap-2 border-b border-line bg-sunk px-2 sm:px-3">
      <DeskExit queueId={queueId} name={name} />
      <div className="ml-auto flex shrink-0 items-center gap-1 sm:gap-2">
        {children}
        <IconButton label="Instructions" keys="i" side="bottom" aria-pressed={reading} onClick={onRead}>
          <BookOpen aria-hidden="true" />
        </IconButton>
        <IconButton
          label="Keyboard shortcuts"
          keys="?"
          side="bottom"
          onClick={openSheet}
          className="max-sm:hidden pointer-coarse:hidden"
        >
          <Keyboard aria-hidden="true" />
        </IconButton>
      </div>
    </header>
  );
}
