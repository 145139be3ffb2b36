"use client";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useMemo, useReducer, useRef } from "react";
import { itemQuery } from "@/lib/client/annotation";
import { mutationIdOf, putDraft, skip as sendSkip, submitAndComplete } from "./desk-requests";
import { currentItem, deskReducer, emptyDesk } from "./desk-state";
import type { Draft } from "./draft";
import { DraftSaver } from "./draft-saver";
import { useClaimAhead } from "./use-claim-ahead";
import { useLoading, useOpening } from "./use-opening";
import { useRelease } from "./use-release";
import { useSaving } from "./use-saving";

interface Desk {
  queueId: string;
  /** Opened first; the server chooses when absent. */
  firstItemId: string | undefined;
}

/** Joins the desk's state to the server: claims, loads, saves in order, takes back what was refused. */
export function useDesk({ queueId, firstItemId }: Desk) {
  const [state, dispatch] = useReducer(deskReducer, emptyDesk);
  const saver = useMemo(
    () => new DraftSaver((itemId, draft, revision) => putDraft(queueId, itemId, draft, revision)),
    [queueId],
  );
  const latest = useRef(state);
  useEffect(() => {
    latest.current = state;
  });

  const itemId = currentItem(state);
  const detail = useQuery({
    ...itemQuery(queueId, itemId ?? ""),
    // Not while an answer is waited for: asking would reserve an item that has just been given away.
    enabled: itemId !== null && (state.phase === "loading" || state.phase === "annotating"),
    staleTime: Number.POSITIVE_INFINITY,
  });
  const resume = useOpening({ queueId, firstItemId, latest, dispatch });
  useLoading(state, detail, saver, dispatch);
  useClaimAhead(queueId, state, dispatch);
  useRelease(queueId, latest);
  const { save, undo, reopen } = useSaving({ queueId, saver, latest, dispatch });

  const latestDraft = (): Draft | undefined => latest.current.drafts[currentItem(latest.current) ?? ""];
  const edit = (draft: Draft) => {
    if (itemId) dispatch({ type: "edited", itemId, draft });
  };
  const submit = () => {
    const content = detail.data;
    const draft = latestDraft();
    if (!itemId || !content || !draft || state.phase !== "annotating") return;
    const settled = saver.settle(itemId);
    dispatch({ type: "sent", itemId, act: "submit", mutationId: mutationIdOf(draft), now: Date.now() });
    save(itemId, async () => {
      await settled;
      const onSubmitted = () => saver.submitted(itemId);
      return submitAndComplete({ detail: content, draft, exclude: latest.current.skipped, onSubmitted });
    });
  };
  const skip = (reason: string) => {
    if (!itemId || state.phase !== "annotating") return;
    dispatch({ type: "sent", itemId, act: "skip", mutationId: null, now: Date.now() });
    save(itemId, () => sendSkip(queueId, itemId, reason, latest.current.skipped));
  };
  const move = (by: -1 | 1) => dispatch({ type: "moved", by, now: Date.now() });

  return { state, detail, saver, latestDraft, edit, submit, skip, undo, reopen, move, resume };
}
