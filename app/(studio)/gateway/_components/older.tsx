"use client";
import { Button } from "@/app/_ui/button/button";

interface Props {
  /** The plural noun of the listed things. */
  noun: string;
  isFirst: boolean;
  /** The cursor of the next page; undefined on the last page. */
  last: string | undefined;
  onAfter: (after: string | null) => void;
}

/** Pages through a list of unknown length. Nothing if everything fits on one page. */
export function Older({ noun, isFirst, last, onAfter }: Props) {
  if (isFirst && !last) return null;
  return (
    <nav aria-label={`Pages of ${noun}`} className="mt-3 flex justify-end gap-2">
      {isFirst ? null : <Button onClick={() => onAfter(null)}>Newest</Button>}
      {last ? <Button onClick={() => onAfter(last)}>Older</Button> : null}
    </nav>
  );
}
