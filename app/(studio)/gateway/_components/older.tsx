"use client";
import { Button } from "@/app/_ui/button";

interface Props {
  /** What is listed, in the plural. */
  noun: string;
  isFirst: boolean;
  /** What the next page follows; none on the last. */
  last: string | undefined;
  onAfter: (after: string | null) => void;
}

/** The way through a list whose length nobody counts. Nothing when all of it is shown. */
export function Older({ noun, isFirst, last, onAfter }: Props) {
  if (isFirst && !last) return null;
  return (
    <nav aria-label={`Pages of ${noun}`} className="mt-3 flex justify-end gap-2">
      {isFirst ? null : <Button onClick={() => onAfter(null)}>Newest</Button>}
      {last ? <Button onClick={() => onAfter(last)}>Older</Button> : null}
    </nav>
  );
}
