"use client";
import type { ItemDetail } from "@/lib/contracts/annotation/items";
import type { DeskState } from "./desk-state";
import type { DraftState } from "./use-draft-saving";

interface Props {
  state: DeskState;
  detail: ItemDetail | null;
  draftState: DraftState;
}

/** Tells assistive technology what sighted people see change. */
export function Announcer({ state, detail, draftState }: Props) {
  const place = detail?.progress.current_position;
  const item = place ? `Item ${place} of ${detail.progress.total}.` : "";
  const answer = state.error ? `Not submitted. ${state.error}` : "";
  return (
    <>
      <p aria-live="polite" className="sr-only">
        {state.phase === "annotating" ? item : ""} {answer}
      </p>
      <p aria-live="polite" className="sr-only">
        {draftState === "saved" ? "Draft saved" : ""}
      </p>
    </>
  );
}
