"use client";
import type { UseQueryResult } from "@tanstack/react-query";
import { notFound } from "next/navigation";
import type { ReactNode } from "react";
import { ErrorState } from "@/app/_ui/feedback/error-state";
import { TableSkeleton } from "@/app/_ui/feedback/skeleton";
import { PageHeader } from "@/app/_ui/page/page-header";
import { isMissing } from "@/lib/client/call-error";

interface Props<Data> {
  found: UseQueryResult<Data>;
  /** The title until the object is loaded. */
  title: string;
  parent: { href: string; label: string };
  /** The title of an error, such as "The task could not be loaded". */
  problem: string;
  /** Column widths of the skeleton table. */
  columns: number;
  children: (data: Data) => ReactNode;
}

/** The page of one object, also while it is loading, after a failure, or if it does not exist. */
export function FoundPage<Data>({ found, title, parent, problem, columns, children }: Props<Data>) {
  if (found.data !== undefined) return children(found.data);
  if (isMissing(found.error)) notFound();
  return (
    <>
      <PageHeader title={title} parent={parent} />
      {found.isPending ? (
        <TableSkeleton columns={columns} rows={6} />
      ) : (
        <ErrorState title={problem} error={found.error} onRetry={() => found.refetch()} />
      )}
    </>
  );
}
