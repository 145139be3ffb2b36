import { type QueryKey, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";

/** Refetches these queries once their data stops changing: the last read may have missed the last write. */
export function useLastLook(isBeingWritten: boolean, keys: readonly QueryKey[]): void {
  const queries = useQueryClient();
  useEffect(() => {
    if (!isBeingWritten) return;
    return () => {
      for (const queryKey of keys) void queries.invalidateQueries({ queryKey });
    };
  }, [isBeingWritten, keys, queries]);
}
