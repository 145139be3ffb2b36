"use client";
import { useQueryClient } from "@tanstack/react-query";
import { type Dispatch, useCallback, useEffect, useRef } from "react";
import { itemQuery } from "@/lib/client/annotation";
import { getQueueProgress } from "@/lib/contracts/annotation/queues";
import { haltOf, messageOf } from "./desk-requests";
import type { DeskAction } from "./desk-state";
import type { DraftStore } from "./draft-store";

/** Sends what has left the desk, one after another, so that the server sees it in the order of the work. */
export function useSaving(queueId: string, store: DraftStore, dispatch: Dispatch<DeskAction>) {
  const client = useQueryClient();
  const chain = useRef(Promise.resolve());
  const underWay = useRef(0);
  // Closing the tab would cut off what is on its way; the browser asks first.
  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => {
      if (underWay.current > 0) event.preventDefault();
    };
    window.addEventListener("beforeunload", ask);
    return () => window.removeEventListener("beforeunload", ask);
  }, []);
  return useCallback(
    (itemId: string, send: () => Promise<string | null>) => {
      underWay.current += 1;
      const save = async () => {
        try {
          const nextId = await send();
          store.remove(itemId);
          client.removeQueries({ queryKey: itemQuery(queueId, itemId).queryKey });
          dispatch({ type: "saved", itemId, nextId, now: Date.now() });
          void client.invalidateQueries({ queryKey: [getQueueProgress.name] });
        } catch (error) {
          dispatch({ type: "refused", itemId, halt: haltOf(error), message: messageOf(error), now: Date.now() });
        } finally {
          underWay.current -= 1;
        }
      };
      chain.current = chain.current.then(save);
    },
    [client, queueId, store, dispatch],
  );
}
