"use client";
import { ChevronDown, ChevronUp } from "lucide-react";
import { IconButton } from "@/app/_ui/button/icon-button";
import { Status } from "@/app/_ui/feedback/status";
import { countText, quantity } from "@/app/_ui/figure/numbers";
import { useShortcuts } from "@/app/_ui/keyboard/shortcuts";

interface Props {
  /** The ids of the shown spans with an error, in the order of the tree. */
  errors: readonly string[];
  /** All spans with an error, also those that are not shown. */
  count: number;
  /** The ids of all rows, in the order of the tree. */
  ids: readonly string[];
  chosen: string | undefined;
  onChoose: (spanId: string) => void;
}

/** How many spans have an error, and jumps from one to the next, around the end. */
export function ErrorJumps({ errors, count, ids, chosen, onChoose }: Props) {
  const jump = (by: 1 | -1) => {
    const at = ids.indexOf(chosen ?? "");
    const isBeyond = (id: string) => (by === 1 ? ids.indexOf(id) > at : ids.indexOf(id) < at);
    const next = by === 1 ? (errors.find(isBeyond) ?? errors[0]) : (errors.findLast(isBeyond) ?? errors.at(-1));
    if (next !== undefined) onChoose(next);
  };
  useShortcuts(
    "Page",
    errors.length === 0
      ? []
      : [
          { keys: "e", description: "Next error", run: () => jump(1) },
          { keys: "shift+e", description: "Previous error", run: () => jump(-1) },
        ],
  );
  if (count === 0) return null;
  const at = errors.indexOf(chosen ?? "");
  return (
    <div className="flex items-center gap-1">
      <Status tone="bad" shape="alert" className="mr-1 tabular-nums">
        {at < 0 ? quantity(count, "error") : `Error ${countText(at + 1)} of ${countText(count)}`}
      </Status>
      <IconButton label="Previous error" keys="shift+e" onClick={() => jump(-1)}>
        <ChevronUp aria-hidden="true" />
      </IconButton>
      <IconButton label="Next error" keys="e" onClick={() => jump(1)}>
        <ChevronDown aria-hidden="true" />
      </IconButton>
    </div>
  );
}
