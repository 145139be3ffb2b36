"use client";
import { countText } from "@/app/_ui/figure/numbers";
import type { ItemDetail } from "@/lib/contracts/annotation/item-detail";
import { Countdown } from "./countdown";
import type { Keeping } from "./draft/draft-saver";
import type { DeskState } from "./state/desk-state";

interface Props {
  state: DeskState;
  detail: ItemDetail | null;
  keeping: Keeping;
  /** The end of the reservation. */
  expiresAt: string | null;
}

/** Announces visible changes to assistive technology. */
export function Announcer({ state, detail, keeping, expiresAt }: Props) {
  const position = detail?.progress.current_position;
  // Positions are counted up to a limit.
  const which = position ? `Item ${countText(position)} of ${countText(detail.progress.total)}.` : "Another item.";
  const answer = state.error ? `Not submitted. ${state.error}` : "";
  return (
    <>
      <p aria-live="polite" className="sr-only">
        {detail && state.phase === "annotating" ? <span key={detail.item.id}>{which}</span> : null} {answer}
      </p>
      <p aria-live="polite" className="sr-only">
        {keeping.state === "saved" ? "Draft saved" : ""}
      </p>
      <p aria-live="polite" className="sr-only">
        <Countdown expiresAt={expiresAt} otherwise="" spoken />
      </p>
    </>
  );
}
