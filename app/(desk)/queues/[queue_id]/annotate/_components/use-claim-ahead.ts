"use client";
import { useQueryClient } from "@tanstack/react-query";
import { type Dispatch, useEffect, useRef } from "react";
import { itemQuery } from "@/lib/client/annotation";
import { claimNext, release } from "./desk-requests";
import { currentItem, type DeskAction, type DeskState, isAtEnd } from "./desk-state";

/** While one item is worked on, claims and loads the one after it. */
export function useClaimAhead(queueId: string, state: DeskState, dispatch: Dispatch<DeskAction>): void {
  const client = useQueryClient();
  const askedFor = useRef<string | null>(null);
  const present = useRef(true);
  useEffect(() => {
    present.current = true;
    return () => {
      present.current = false;
    };
  }, []);
  const itemId = currentItem(state);
  const wanted = state.phase === "annotating" && isAtEnd(state) && state.upcoming === null;
  useEffect(() => {
    if (!wanted || !itemId || askedFor.current === itemId) return;
    askedFor.current = itemId;
    claimNext(queueId, state.trail)
      .then(async (next) => {
        if (!next) return;
        if (!present.current) return release(queueId, next);
        dispatch({ type: "claimed", itemId: next, now: Date.now() });
        await client.prefetchQuery({ ...itemQuery(queueId, next), staleTime: Number.POSITIVE_INFINITY });
      })
      // The next item is then claimed when this one is completed.
      .catch(() => undefined);
  }, [wanted, itemId, queueId, state.trail, dispatch, client]);
}
