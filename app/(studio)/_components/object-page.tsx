"use client";
import type { UseQueryResult } from "@tanstack/react-query";
import { notFound } from "next/navigation";
import type { ReactNode } from "react";
import { ErrorState } from "@/app/_ui/error-state";
import { PageHeader } from "@/app/_ui/page-header";
import { TableSkeleton } from "@/app/_ui/skeleton";
import { isStatus } from "@/lib/client/call-error";

interface Props<T> {
  found: UseQueryResult<T>;
  /** The object in the sentence "The call could not be loaded". */
  noun: string;
  /** The heading until the object is loaded. */
  title: string;
  parent: { href: string; label: string };
  children: (object: T) => ReactNode;
}

/** The page of one object. Covers loading, errors, and that the object does not exist. */
export function ObjectPage<T>({ found, noun, title, parent, children }: Props<T>) {
  if (found.data !== undefined) return children(found.data);
  // 400: the id is malformed.
  if (isStatus(found.error, 404) || isStatus(found.error, 400)) notFound();
  return (
    <>
      <PageHeader title={title} parent={parent} />
      {found.isPending ? (
        <TableSkeleton columns={4} rows={6} />
      ) : (
        <ErrorState title={`The ${noun} could not be loaded`} error={found.error} onRetry={() => found.refetch()} />
      )}
    </>
  );
}
