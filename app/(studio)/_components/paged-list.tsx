"use client";
import type { ReactNode } from "react";
import { TableSkeleton } from "@/app/_ui/feedback/skeleton";
import { Pager } from "@/app/_ui/list/pager";
import { ListError, PastEnd } from "./past-end";

/** The parts of a page's query that a list needs. */
interface PageQuery<Row> {
  error: unknown;
  refetch: () => unknown;
  isPlaceholderData: boolean;
  data: { results: readonly Row[]; count: number; limit: number } | undefined;
}

interface Props<Row> {
  found: PageQuery<Row>;
  /** The name of the listed things, such as "agents". */
  noun: string;
  page: number;
  /** Null is the first page. */
  onPage: (page: string | null) => void;
  /** Column widths of the skeleton table. */
  columns: number;
  /** Shown if the list is empty. */
  empty: ReactNode;
  children: (rows: readonly Row[], isStale: boolean) => ReactNode;
}

/** A page of a list with its pager. Also covers loading, errors, a page past the end and an empty list. */
export function PagedList<Row>({ found, noun, page, onPage, columns, empty, children }: Props<Row>) {
  const { data, error, refetch, isPlaceholderData } = found;
  const first = () => onPage(null);
  if (error)
    return <ListError title={`The ${noun} could not be loaded`} error={error} onRetry={refetch} onFirst={first} />;
  if (!data) return <TableSkeleton columns={columns} />;
  if (data.results.length === 0) return page > 1 ? <PastEnd onFirst={first} /> : empty;
  return (
    <>
      {children(data.results, isPlaceholderData)}
      <Pager noun={noun} page={page} limit={data.limit} count={data.count} onPage={(next) => onPage(String(next))} />
    </>
  );
}
