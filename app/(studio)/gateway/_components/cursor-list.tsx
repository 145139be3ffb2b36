"use client";
import type { ReactNode } from "react";
import { Button } from "@/app/_ui/button/button";
import { TableSkeleton } from "@/app/_ui/feedback/skeleton";
import { ListError, PastEnd } from "../../_components/past-end";

interface OlderProps {
  /** The plural noun of the listed things. */
  noun: string;
  isFirst: boolean;
  /** The cursor of the next page; undefined on the last page. */
  last: string | undefined;
  onAfter: (after: string | null) => void;
}

/** Pages through a list of unknown length. Nothing if everything fits on one page. */
export function Older({ noun, isFirst, last, onAfter }: OlderProps) {
  if (isFirst && !last) return null;
  return (
    <nav aria-label={`Pages of ${noun}`} className="mt-3 flex justify-end gap-2">
      {isFirst ? null : <Button onClick={() => onAfter(null)}>Newest</Button>}
      {last ? <Button onClick={() => onAfter(last)}>Older</Button> : null}
    </nav>
  );
}

interface Props<Row> extends Pick<OlderProps, "noun" | "isFirst" | "onAfter"> {
  found: {
    error: unknown;
    refetch: () => unknown;
    isPlaceholderData: boolean;
    data: { data: readonly Row[]; has_more: boolean } | undefined;
  };
  cursorOf: (row: Row) => string;
  /** Column widths of the skeleton table. */
  columns: number;
  /** Shown if the list is empty. */
  empty: ReactNode;
  children: (rows: readonly Row[], isStale: boolean) => ReactNode;
}

/** A page of a list that is read by cursor. Also covers loading, errors and an empty list. */
export function CursorList<Row>({ found, cursorOf, columns, empty, children, ...pages }: Props<Row>) {
  const { data: page, error, refetch, isPlaceholderData } = found;
  const first = () => pages.onAfter(null);
  if (error)
    return (
      <ListError title={`The ${pages.noun} could not be loaded`} error={error} onRetry={refetch} onFirst={first} />
    );
  if (!page) return <TableSkeleton columns={columns} />;
  if (page.data.length === 0) return pages.isFirst ? empty : <PastEnd onFirst={first} />;
  const last = page.has_more ? page.data.at(-1) : undefined;
  return (
    <>
      {children(page.data, isPlaceholderData)}
      <Older {...pages} last={last && cursorOf(last)} />
    </>
  );
}
