"use client";
import { Button } from "@/app/_ui/button";
import { Status } from "@/app/_ui/status";
import type { Keeping } from "./draft-saver";

interface Props {
  keeping: Keeping;
  /** Takes what the other window has written. */
  onReopen: () => void;
  /** Keeps what stands in this one. */
  onOverwrite: () => void;
}

/** Two windows have written about one item: the annotator chooses, nothing is overwritten unseen. */
export function DraftConflict({ keeping, onReopen, onOverwrite }: Props) {
  if (keeping.state !== "outdated") return null;
  return (
    <div role="alert" className="my-2 grid gap-2 rounded-md bg-warn-wash px-3 py-2">
      <Status tone="warn" shape="alert" className="whitespace-normal!">
        {keeping.newest
          ? "A newer draft of this item was written in another window."
          : "This item was submitted, or its draft thrown away, in another window."}
      </Status>
      <div className="flex gap-2">
        <Button size="small" onClick={onReopen}>
          Use that version
        </Button>
        <Button size="small" look="ghost" onClick={onOverwrite}>
          Keep mine
        </Button>
      </div>
    </div>
  );
}
