"use client";
import { useQueryClient } from "@tanstack/react-query";
import { type RefObject, useEffect, useRef } from "react";
import { itemQuery } from "@/lib/client/queues/work-queries";
import type { DeskContext } from "./desk-context";
import { detailOf, haltOf, isOfItem } from "./desk-requests";
import { currentItem, type DeskState } from "./desk-state";

/**
 * Tells the server in the background that work on an item claimed in advance begins: from now on its time counts
 * and its reservation runs. Returns the request in progress.
 */
export function useTakingUp(
  { queueId, latest, dispatch }: DeskContext,
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
        // Another annotator has the item now. An edited draft is kept: submitting it will show the refusal.
        const halt = haltOf(error);
        const { drafts } = latest.current;
        if (!halt || currentItem(latest.current) !== itemId || drafts[itemId]?.changed) return;
        dispatch(isOfItem(halt) ? { type: "lost", itemId, now: Date.now() } : { type: "halted", halt });
      },
    );
  }, [client, queueId, itemId, phase, claimedAhead, latest, dispatch]);
  return underWay;
}
