"use client";
import type { UseQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { ErrorState } from "@/app/_ui/feedback/error-state";

interface Props<Data> {
  found: UseQueryResult<Data>;
  /** The title of an error, such as "The runs could not be loaded". */
  problem: string;
  skeleton: ReactNode;
  children: (data: Data) => ReactNode;
}

/** What a query found. Before that, a skeleton; after a failure, why, and a way to try again. */
export function Loaded<Data>({ found, problem, skeleton, children }: Props<Data>) {
  if (found.isError) return <ErrorState title={problem} error={found.error} onRetry={() => found.refetch()} />;
  return found.isPending ? skeleton : children(found.data);
}
