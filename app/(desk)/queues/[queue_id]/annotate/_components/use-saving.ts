"use client";
import { useQueryClient } from "@tanstack/react-query";
import { type Dispatch, type RefObject, useCallback, useEffect, useRef } from "react";
import { toast } from "@/app/_ui/toast";
import { itemQuery } from "@/lib/client/annotation";
import { getQueueProgress } from "@/lib/client/operations";
import { haltOf, messageOf, undo as sendUndo } from "./desk-requests";
import { currentItem, type DeskAction, type DeskState } from "./desk-state";
import type { DraftSaver } from "./draft-saver";

interface Saving {
  queueId: string;
  saver: DraftSaver;
  latest: RefObject<DeskState>;
  dispatch: Dispatch<DeskAction>;
}

/** Sends what has left the desk, and takes it back, one after another, so that the server sees it in the order of the work. */
export function useSaving({ queueId, saver, latest, dispatch }: Saving) {
  const client = useQueryClient();
  const enqueue = useTurns();
  const tellProgress = useCallback(
    () => void client.invalidateQueries({ queryKey: [getQueueProgress.name] }),
    [client],
  );

  const save = (itemId: string, send: () => Promise<string | null>) =>
    enqueue(async () => {
      try {
        const nextId = await send();
        client.removeQueries({ queryKey: itemQuery(queueId, itemId).queryKey });
        dispatch({ type: "saved", itemId, nextId, now: Date.now() });
        tellProgress();
      } catch (error) {
        dispatch({ type: "refused", itemId, halt: haltOf(error), message: messageOf(error), now: Date.now() });
      }
    });

  /** Shows an item as the server has it, whatever this window knew of it. */
  const reopen = (itemId: string) => {
    saver.forget(itemId);
    void client.resetQueries({ queryKey: itemQuery(queueId, itemId).queryKey });
    dispatch({ type: "reopened", itemId, now: Date.now() });
  };

  const undo = () => {
    const last = latest.current.done.at(-1);
    if (!last) return;
    dispatch({ type: "undoing" });
    enqueue(async () => {
      try {
        await sendUndo(queueId, last.itemId, last.mutationId);
        reopen(last.itemId);
        tellProgress();
      } catch (error) {
        // Refused when it was sent, it is on the desk already.
        if (currentItem(latest.current) !== last.itemId) {
          toast.failed({ title: "Not undone", description: messageOf(error) });
        }
      }
    });
  };
  return { save, undo, reopen };
}

/** Runs tasks one after another. While any is under way, closing the tab would cut it off; the browser asks first. */
function useTurns(): (task: () => Promise<void>) => void {
  const chain = useRef(Promise.resolve());
  const underWay = useRef(0);
  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => {
      if (underWay.current > 0) event.preventDefault();
    };
    window.addEventListener("beforeunload", ask);
    return () => window.removeEventListener("beforeunload", ask);
  }, []);
  return useCallback((task) => {
    underWay.current += 1;
    chain.current = chain.current.then(task).finally(() => {
      underWay.current -= 1;
    });
  }, []);
}
