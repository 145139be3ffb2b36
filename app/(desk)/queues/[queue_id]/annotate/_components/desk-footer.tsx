"use client";
import { Button } from "@/app/_ui/button/button";
import { useStacked } from "@/app/_ui/use-stacked";
import { ItemMoves } from "../../../../_components/item-moves";
import { Countdown } from "./countdown";
import type { Keeping } from "./draft/draft-saver";
import { SavedAgo } from "./saved-ago";

interface Props {
  keeping: Keeping;
  expiresAt: string | null;
  atStart: boolean;
  atEnd: boolean;
  /** The user has already completed this item: submitting updates it. */
  done: boolean;
  onMove: (by: -1 | 1) => void;
  /** Undoes the last submit or skip; absent when there is none. */
  onUndo: (() => void) | undefined;
  onSkip: () => void;
  onSubmit: () => void;
}

const draftTexts: Record<Exclude<Keeping["state"], "saved">, string> = {
  none: "",
  waiting: "Saving draft",
  failed: "Draft kept in this browser",
  outdated: "Draft not saved",
};

/** The state of the draft; when the reservation ends soon, the time left instead. */
export function DraftStatus({ keeping, expiresAt }: Pick<Props, "keeping" | "expiresAt">) {
  const draft = keeping.state === "saved" ? <SavedAgo keeping={keeping} /> : draftTexts[keeping.state];
  return <Countdown expiresAt={expiresAt} otherwise={draft} />;
}

export function DeskFooter(props: Props) {
  const { keeping, expiresAt, atStart, atEnd, done, onMove, onUndo, onSkip, onSubmit } = props;
  const isStacked = useStacked();
  return (
    <footer className="flex min-h-13 flex-wrap items-center gap-1 px-3 py-1.5 print:hidden short:min-h-0 short:flex-nowrap short:py-1 pointer-coarse:min-h-16 sm:px-5 short:[&_kbd]:hidden">
      <ItemMoves noun="visited item" hasPrevious={!atStart} hasNext={!atEnd} onMove={onMove} onUndo={onUndo} />
      <p className="min-w-0 flex-1 px-1 text-xs text-faint">
        {/* There, the sheet's handle shows it. */}
        {isStacked ? null : <DraftStatus keeping={keeping} expiresAt={expiresAt} />}
      </p>
      <div className="ml-auto flex items-center gap-2">
        <Button look="ghost" keys="s" onClick={onSkip}>
          Skip
        </Button>
        <Button look="primary" keys="mod+enter" onClick={onSubmit}>
          {done ? "Update" : "Submit"}
        </Button>
      </div>
    </footer>
  );
}
