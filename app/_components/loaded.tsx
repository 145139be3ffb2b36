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

/** What a query found, also while it fails to find it again. Before that, a skeleton; after a failure, why, and a way to try again. */
export function Loaded<Data>({ found: { data, error, refetch }, problem, skeleton, children }: Props<Data>) {
  if (data !== undefined) return children(data);
  return error ? <ErrorState title={problem} error={error} onRetry={refetch} /> : skeleton;
}
