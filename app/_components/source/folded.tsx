"use client";
import { type ReactNode, useState } from "react";

const LONG = 1600;

/** Long texts show their beginning; one key opens the rest, which stays open. */
export function Folded({ length, children }: { length: number; children: ReactNode }) {
  const [open, setOpen] = useState(false);
  if (length <= LONG) return children;
  return (
    <div>
      <div className={open ? undefined : "max-h-72 overflow-hidden mask-b-from-70%"}>{children}</div>
      <button
        type="button"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
        className="mt-1 rounded-sm text-xs text-accent hover:underline pointer-coarse:min-h-11"
      >
        {open ? "Show less" : `Show all ${length.toLocaleString("en")} characters`}
      </button>
    </div>
  );
}
