"use client";
import { type UseQueryResult, useQueryClient } from "@tanstack/react-query";
import { type Dispatch, type RefObject, useCallback, useEffect, useRef } from "react";
import { annotateDetail } from "@/lib/client/operations";
import type { ItemDetail } from "@/lib/contracts/annotation/annotating";
import { claimNext, haltOf, messageOf } from "./desk-requests";
import { currentItem, type DeskAction, type DeskState } from "./desk-state";
import { draftOf } from "./draft";
import type { DraftSaver } from "./draft-saver";

interface Opening {
  queueId: string;
  firstItemId: string | undefined;
  latest: RefObject<DeskState>;
  dispatch: Dispatch<DeskAction>;
}

/** Opens the first item, once; returns how to begin again after a halt. */
export function useOpening({ queueId, firstItemId, latest, dispatch }: Opening): () => void {
  const client = useQueryClient();
  const open = useCallback(
    async (wanted?: string) => {
      try {
        const itemId = wanted ?? (await claimNext(queueId, []));
        if (itemId) dispatch({ type: "opened", itemId, now: Date.now() });
        else dispatch({ type: "halted", halt: { kind: "drained" } });
      } catch (error) {
        dispatch({ type: "halted", halt: haltOf(error) ?? { kind: "failed", message: messageOf(error) } });
      }
    },
    [queueId, dispatch],
  );
  const opened = useRef(false);
  useEffect(() => {
    if (opened.current) return;
    opened.current = true;
    void open(firstItemId);
  }, [open, firstItemId]);

  return useCallback(() => {
    const { halt } = latest.current;
    // An item that was only kept from being sent is taken up again; one that is lost is not.
    const itemId = halt?.kind === "paused" || halt?.kind === "failed" ? currentItem(latest.current) : null;
    dispatch({ type: "resumed" });
    client.removeQueries({ queryKey: [annotateDetail.name] });
    void open(itemId ?? undefined);
  }, [client, latest, dispatch, open]);
}

/** Hands the item's content to the desk as soon as it is there, with the draft that was kept. */
export function useLoading(
  state: DeskState,
  { data, error }: Pick<UseQueryResult<ItemDetail>, "data" | "error">,
  saver: DraftSaver,
  dispatch: Dispatch<DeskAction>,
): void {
  const itemId = state.phase === "loading" ? currentItem(state) : null;
  useEffect(() => {
    if (!itemId) return;
    if (error) {
      return dispatch({ type: "halted", halt: haltOf(error) ?? { kind: "failed", message: error.message } });
    }
    if (data?.item.id !== itemId) return;
    if (data.queue.status === "paused" || data.queue.status === "draft") {
      return dispatch({ type: "halted", halt: { kind: "paused", message: "Its manager has not opened it for work." } });
    }
    const draft = draftOf(data);
    saver.opened(itemId, draft, data.draft?.revision ?? null);
    dispatch({ type: "loaded", itemId, draft, now: Date.now() });
  }, [itemId, data, error, saver, dispatch]);
}
