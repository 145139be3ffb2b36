import { type QueryKey, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";

/** Asks for these once more when what they tell is no longer being written: what was read last may lack what was written last. */
export function useLastLook(isBeingWritten: boolean, keys: readonly QueryKey[]): void {
  const queries = useQueryClient();
  useEffect(() => {
    if (!isBeingWritten) return;
    return () => {
      for (const queryKey of keys) void queries.invalidateQueries({ queryKey });
    };
  }, [isBeingWritten, keys, queries]);
}
