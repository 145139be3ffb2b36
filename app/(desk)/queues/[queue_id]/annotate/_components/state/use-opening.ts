"use client";
import { type UseQueryResult, useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useRef } from "react";
import { annotateDetail } from "@/lib/client/operations";
import type { ItemDetail } from "@/lib/contracts/annotation/item-detail";
import { draftAtHand } from "../draft/draft";
import type { DeskContext } from "./desk-context";
import { claimAny, haltOf, isClosed, messageOf } from "./desk-requests";
import { currentItem, type DeskState, type Sitting } from "./desk-state";

interface Opening extends DeskContext {
  firstItemId: string | undefined;
  /** The session that a reload interrupted at this item. */
  sitting: (itemId?: string) => Sitting | null;
}

/** Opens the first item once. Returns a function that resumes after a halt. */
export function useOpening({ queueId, desktop, firstItemId, sitting, latest, dispatch }: Opening): () => void {
  const client = useQueryClient();
  const open = useCallback(
    async (requestedId?: string) => {
      try {
        await desktop.ready;
        const earlier = requestedId === undefined ? null : sitting(requestedId);
        const now = Date.now();
        if (requestedId && earlier && latest.current.at < 0) {
          return dispatch({ type: "restored", sitting: earlier, itemId: requestedId, now });
        }
        const sent = desktop.outbox.read().entries.flatMap((entry) => (entry.queueId === queueId ? entry.itemId : []));
        const itemId = requestedId ?? (await claimAny(queueId, sent, latest.current.skipped));
        if (itemId) dispatch({ type: "opened", itemId, now: Date.now() });
        else dispatch({ type: "halted", halt: { kind: "drained" } });
      } catch (error) {
        dispatch({ type: "halted", halt: haltOf(error) ?? { kind: "failed", message: messageOf(error) } });
      }
    },
    [queueId, desktop, sitting, latest, dispatch],
  );
  const opened = useRef(false);
  useEffect(() => {
    if (opened.current) return;
    opened.current = true;
    void open(firstItemId);
  }, [open, firstItemId]);

  return useCallback(() => {
    const { halt } = latest.current;
    // Reopen an item that could not be sent for now, but not one that was lost.
    const itemId = halt?.kind === "paused" || halt?.kind === "failed" ? currentItem(latest.current) : null;
    dispatch({ type: "resumed" });
    client.removeQueries({ queryKey: [annotateDetail.name] });
    void open(itemId ?? undefined);
  }, [client, latest, dispatch, open]);
}

/** Gives the desk the item's content once it is loaded, with the latest answers. */
export function useLoading(
  { queueId, desktop, saver, dispatch }: DeskContext,
  state: DeskState,
  { data, error }: Pick<UseQueryResult<ItemDetail>, "data" | "error">,
): void {
  const itemId = state.phase === "loading" ? currentItem(state) : null;
  // An item of which the desk has only the draft is loaded again too, and may be refused.
  const isMissing = data === undefined && (state.phase === "loading" || state.phase === "annotating");
  useEffect(() => {
    if (!error || !isMissing) return;
    dispatch({ type: "halted", halt: haltOf(error) ?? { kind: "failed", message: error.message } });
  }, [error, isMissing, dispatch]);
  useEffect(() => {
    if (!itemId || error) return;
    if (data?.item.id !== itemId) return;
    if (isClosed(data)) {
      return dispatch({
        type: "halted",
        halt: { kind: "paused", message: "A manager has not opened it for annotation." },
      });
    }
    const entry = desktop.outbox.read().entries.findLast((each) => each.queueId === queueId && each.itemId === itemId);
    const {
      draft,
      kept,
      revision,
      sent,
      error: refusal,
    } = draftAtHand(data, entry, desktop.drafts.of(queueId, itemId));
    saver.opened(itemId, kept, revision, sent);
    dispatch({ type: "loaded", itemId, draft, error: refusal, now: Date.now() });
    // A refused submission becomes an ordinary draft again.
    if (entry && refusal !== null) void desktop.outbox.discard(entry.order);
  }, [queueId, itemId, data, error, desktop, saver, dispatch]);
}
