"use client";
import { Tooltip } from "./tooltip";

/** Stands for a value that is not there, with the reason on hover and focus. Never a 0. */
export function Missing({ reason }: { reason: string }) {
  return (
    <Tooltip content={reason}>
      <button type="button" className="rounded-sm px-0.5 text-faint" aria-label={reason}>
        –
      </button>
    </Tooltip>
  );
}
