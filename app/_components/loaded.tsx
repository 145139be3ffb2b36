"use client";
import type { ReactNode } from "react";
import { ErrorState } from "@/app/_ui/feedback/error-state";

interface Props<Data> {
  found: { data: Data | undefined; error: unknown; refetch: () => unknown };
  /** The title of an error, such as "The runs could not be loaded". */
  problem: string;
  skeleton: ReactNode;
  children: (data: Data) => ReactNode;
}

/** What a query found. Before that, a skeleton; after a failure, why, and a way to try again. */
export function Loaded<Data>({ found: { data, error, refetch }, problem, skeleton, children }: Props<Data>) {
  if (error) return <ErrorState title={problem} error={error} onRetry={refetch} />;
  return data === undefined ? skeleton : children(data);
}
