"use client";
import type { ReactNode } from "react";
import { ErrorState } from "@/app/_ui/feedback/error-state";
import { NotUpdated, type Refetched } from "./not-updated";

interface Props<Data> {
  found: Refetched & { data: Data | undefined; refetch: () => unknown };
  /** The title of an error, such as "The runs could not be loaded". */
  problem: string;
  skeleton: ReactNode;
  children: (data: Data) => ReactNode;
}

/**
 * What a query found, and since when it could not be found again. Before that, a skeleton; after a failure, why, and a
 * way to try again.
 */
export function Loaded<Data>({ found, problem, skeleton, children }: Props<Data>) {
  const { data, error, refetch } = found;
  if (data !== undefined)
    return (
      <>
        <div role="status" className="empty:hidden">
          <NotUpdated found={found} />
        </div>
        {children(data)}
      </>
    );
  return error ? <ErrorState title={problem} error={error} onRetry={refetch} /> : skeleton;
}
