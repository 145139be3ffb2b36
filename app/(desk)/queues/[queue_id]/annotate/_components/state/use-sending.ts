"use client";
import { useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useRef, useSyncExternalStore } from "react";
import { toast } from "@/app/_ui/feedback/toast";
import { getQueueProgress } from "@/lib/client/operations";
import { isWaiting } from "@/lib/client/outbox/entry";
import { itemQuery } from "@/lib/client/queues/work-queries";
import type { DeskContext } from "./desk-context";
import { mayWorkLater, messageOf, undo as sendUndo } from "./desk-requests";
import { type CompletedItem, currentItem } from "./desk-state";

/** Follows what the outbox does with this desk's submits and skips, and undoes the last one. */
export function useSending(desk: DeskContext) {
  const { queueId, desktop, saver, latest, dispatch } = desk;
  const client = useQueryClient();
  const withdrawn = useRef(new Set<string>());
  const refreshProgress = useProgressRefresh();
  useOutcomes(desk, withdrawn.current, refreshProgress);

  /** Reloads an item from the server and discards this window's state of it. */
  const reopen = (itemId: string) => {
    saver.forget(itemId);
    void client.resetQueries({ queryKey: itemQuery(queueId, itemId).queryKey });
    dispatch({ type: "reopened", itemId, now: Date.now() });
  };

  const undoLast = async (last: CompletedItem) => {
    const { outbox } = desktop;
    withdrawn.current.add(last.mutationId);
    if (await outbox.withdraw(last.mutationId)) {
      return dispatch({ type: "withdrawn", itemId: last.itemId, now: Date.now() });
    }
    withdrawn.current.delete(last.mutationId);
    try {
      if (!(await outbox.sendAll())) {
        dispatch({ type: "notUndone", done: last });
        toast.failed({ title: "Could not undo", description: "The server cannot be reached." });
        return;
      }
      const isRefused = outbox.read().entries.some((entry) => entry.mutationId === last.mutationId);
      if (!isRefused) await sendUndo(queueId, last.itemId, last.mutationId);
      reopen(last.itemId);
      refreshProgress();
    } catch (error) {
      if (mayWorkLater(error)) dispatch({ type: "notUndone", done: last });
      toast.failed({ title: "Could not undo", description: messageOf(error) });
    }
  };
  const turns = useRef(Promise.resolve());
  const undo = () => {
    const last = latest.current.done.at(-1);
    if (!last) return;
    dispatch({ type: "undoing" });
    turns.current = turns.current.then(() => undoLast(last));
  };
  return { undo, reopen };
}

const PROGRESS_EVERY_MS = 2000;

/** Reads the figures of the header again: at once, but in a fast sequence of submits only every two seconds. */
function useProgressRefresh(): () => void {
  const client = useQueryClient();
  const last = useRef(Number.NEGATIVE_INFINITY);
  const next = useRef<ReturnType<typeof setTimeout>>(undefined);
  const read = useCallback(() => {
    clearTimeout(next.current);
    next.current = undefined;
    last.current = performance.now();
    void client.invalidateQueries({ queryKey: [getQueueProgress.name] });
  }, [client]);
  // The screen behind the desk shows the figures too.
  useEffect(() => () => void (next.current && read()), [read]);
  return useCallback(() => {
    next.current ??= setTimeout(read, last.current + PROGRESS_EVERY_MS - performance.now());
  }, [read]);
}

/** Tells the desk which of its items the server has accepted and which it has refused. */
function useOutcomes(
  { queueId, desktop, saver, latest, dispatch }: DeskContext,
  withdrawn: ReadonlySet<string>,
  onSettled: () => void,
): void {
  const client = useQueryClient();
  const { entries } = useSyncExternalStore(desktop.outbox.subscribe, desktop.outbox.read, desktop.outbox.readOnServer);
  const before = useRef<typeof entries>([]);
  useEffect(() => {
    const known = new Map(entries.map((entry) => [entry.mutationId, entry]));
    const over = before.current.filter((entry) => {
      const now = known.get(entry.mutationId);
      return (
        entry.queueId === queueId && isWaiting(entry) && !(now && isWaiting(now)) && !withdrawn.has(entry.mutationId)
      );
    });
    before.current = entries;
    for (const { itemId, mutationId, act } of over) {
      if (known.has(mutationId)) {
        dispatch({ type: "refused", itemId, mutationId });
        continue;
      }
      if (act.kind === "submit") saver.submitted(itemId);
      const isSentAgain = entries.some((entry) => entry.queueId === queueId && entry.itemId === itemId);
      const isOnDesk = currentItem(latest.current) === itemId && latest.current.phase === "annotating";
      const { queryKey } = itemQuery(queueId, itemId);
      if (!isSentAgain && !isOnDesk) client.removeQueries({ queryKey });
      // An item that stays on the desk is shown as submitted.
      else if (isOnDesk) void client.invalidateQueries({ queryKey });
      if (!isSentAgain) dispatch({ type: "settled", itemId });
    }
    if (over.length > 0) onSettled();
  }, [entries, queueId, withdrawn, client, saver, latest, dispatch, onSettled]);
}
