"use client";
import type { UseQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { ErrorState } from "@/app/_ui/feedback/error-state";
import { TableSkeleton } from "@/app/_ui/feedback/skeleton";

interface Props<Row> {
  found: Pick<UseQueryResult<readonly Row[]>, "data" | "error" | "refetch">;
  /** The name of the listed things, such as "rules". */
  noun: string;
  empty: ReactNode;
  children: (rows: readonly Row[]) => ReactNode;
}

/** A list without pages: while it loads, when that failed, when it is empty, and with its rows. */
export function WholeList<Row>({ found: { data, error, refetch }, noun, empty, children }: Props<Row>) {
  if (data) return data.length === 0 ? empty : children(data);
  if (error) return <ErrorState title={`The ${noun} could not be loaded`} error={error} onRetry={() => refetch()} />;
  return <TableSkeleton columns={3} rows={3} />;
}
