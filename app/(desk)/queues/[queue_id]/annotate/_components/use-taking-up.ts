"use client";
import { useQueryClient } from "@tanstack/react-query";
import { type RefObject, useEffect, useRef } from "react";
import { itemQuery } from "@/lib/client/annotation";
import type { DeskPlace } from "./desk-place";
import { detailOf, haltOf } from "./desk-requests";
import { currentItem, type DeskState } from "./desk-state";

/**
 * Tells the server, behind what is shown, that the work on an item that was claimed ahead begins: from now on its time counts
 * and its reservation runs. Returns the request that is under way.
 */
export function useTakingUp(
  { queueId, latest, dispatch }: DeskPlace,
  itemId: string | null,
  phase: DeskState["phase"],
  claimedAhead: RefObject<Set<string>>,
): RefObject<Promise<unknown>> {
  const client = useQueryClient();
  const underWay = useRef<Promise<unknown>>(Promise.resolve());
  useEffect(() => {
    if (phase !== "annotating" || !itemId || !claimedAhead.current.delete(itemId)) return;
    underWay.current = detailOf(queueId, itemId, true).then(
      (detail) => client.setQueryData(itemQuery(queueId, itemId).queryKey, detail),
      (error: unknown) => {
        // It is somebody else's now. What was put in is not thrown away for that: the submit will tell.
        const halt = haltOf(error);
        const { drafts } = latest.current;
        if (halt && currentItem(latest.current) === itemId && !drafts[itemId]?.changed) {
          dispatch({ type: "halted", halt });
        }
      },
    );
  }, [client, queueId, itemId, phase, claimedAhead, latest, dispatch]);
  return underWay;
}
