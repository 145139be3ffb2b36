"use client";
import type { ReactNode } from "react";
import { ErrorState } from "@/app/_ui/error-state";

interface Props<Data> {
  query: { data: Data | undefined; error: unknown; refetch: () => unknown };
  /** The error's title, e.g. "The models could not be loaded". */
  failure: string;
  /** Shown while the data is loading. */
  skeleton: ReactNode;
  children: (data: Data) => ReactNode;
}

/** The data of a query, or its skeleton, or why it could not be loaded. */
export function Loaded<Data>({ query: { data, error, refetch }, failure, skeleton, children }: Props<Data>) {
  if (error) return <ErrorState title={failure} error={error} onRetry={refetch} />;
  return data === undefined ? skeleton : children(data);
}
