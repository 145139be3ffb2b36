"use client";
import type { ItemDetail } from "@/lib/contracts/annotation/annotating";
import type { DeskState } from "./desk-state";
import type { Keeping } from "./draft-saver";

interface Props {
  state: DeskState;
  detail: ItemDetail | null;
  keeping: Keeping;
}

/** Tells assistive technology what sighted people see change. */
export function Announcer({ state, detail, keeping }: Props) {
  const place = detail?.progress.current_position;
  const item = place ? `Item ${place} of ${detail.progress.total}.` : "";
  const answer = state.error ? `Not submitted. ${state.error}` : "";
  return (
    <>
      <p aria-live="polite" className="sr-only">
        {state.phase === "annotating" ? item : ""} {answer}
      </p>
      <p aria-live="polite" className="sr-only">
        {keeping.state === "saved" ? "Draft saved" : ""}
      </p>
    </>
  );
}
