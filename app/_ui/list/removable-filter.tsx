import { X } from "lucide-react";
import type { ReactNode } from "react";

/** A filter set by a link, with its name and a button to remove it. */
export function RemovableFilter({ onRemove, children }: { onRemove: () => void; children: ReactNode }) {
  return (
    <span className="flex h-8 items-center rounded-md bg-accent-wash pl-2.5 text-accent pointer-coarse:h-11">
      <span className="max-w-64 truncate">{children}</span>
      <button
        type="button"
        aria-label="Remove this filter"
        onClick={onRemove}
        className="flex size-8 items-center justify-center rounded-md hover:bg-hover pointer-coarse:size-11"
      >
        <X aria-hidden="true" className="size-3.5" />
      </button>
    </span>
  );
}
