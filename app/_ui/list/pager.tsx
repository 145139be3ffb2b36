"use client";
import { ChevronLeft, ChevronRight } from "lucide-react";
import { IconButton } from "../button/icon-button";

interface Props {
  /** 1-based. */
  page: number;
  limit: number;
  count: number;
  onPage: (page: number) => void;
  /** The count is an estimate, as for very long lists. */
  isEstimated?: boolean;
  /** The plural noun of the entries: "items". */
  noun: string;
}

/** The part of the list that is shown. Renders nothing if the whole list is. */
export function Pager({ page, limit, count, isEstimated = false, onPage, noun }: Props) {
  if (count <= limit && page === 1) return null;
  const first = Math.min((page - 1) * limit + 1, count);
  const last = Math.min(page * limit, count);
  return (
    <nav aria-label={`Pages of ${noun}`} className="mt-3 flex items-center justify-end gap-1 text-soft">
      <p className="mr-2 tabular-nums">
        {first.toLocaleString("en")}–{last.toLocaleString("en")} of {isEstimated ? "about " : ""}
        {count.toLocaleString("en")} {noun}
      </p>
      <IconButton label="Previous page" disabled={page <= 1} onClick={() => onPage(page - 1)}>
        <ChevronLeft aria-hidden="true" />
      </IconButton>
      <IconButton label="Next page" disabled={last >= count} onClick={() => onPage(page + 1)}>
        <ChevronRight aria-hidden="true" />
      </IconButton>
    </nav>
  );
}
