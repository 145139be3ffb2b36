"use client";
import { useQuery } from "@tanstack/react-query";
import { useLayoutEffect, useMemo, useReducer, useRef } from "react";
import { useDesktop } from "@/app/_components/outbox/outbox-provider";
import { titleOf } from "@/app/_components/source/source-content";
import { itemQuery } from "@/lib/client/annotation";
import { type Act, newMutationId } from "@/lib/client/outbox/entry";
import { putDraft } from "./desk-requests";
import { currentItem, deskReducer, emptyDesk } from "./desk-state";
import { type Draft, submissionOf } from "./draft";
import { DraftSaver } from "./draft-saver";
import { useClaimAhead } from "./use-claim-ahead";
import { useLoading, useOpening } from "./use-opening";
import { useRelease } from "./use-release";
import { useSending } from "./use-sending";
import { useSitting } from "./use-sitting";
import { useTakingUp } from "./use-taking-up";

interface Desk {
  queueId: string;
  /** Opened first; the server chooses when absent. */
  firstItemId: string | undefined;
}

/** Joins the desk's state to the server: claims ahead, loads, hands over to the outbox what is sent, takes back. */
export function useDesk({ queueId, firstItemId }: Desk) {
  const [state, dispatch] = useReducer(deskReducer, emptyDesk);
  const desktop = useDesktop();
  const saver = useMemo(
    () =>
      new DraftSaver((itemId, content, revision) => putDraft(queueId, itemId, content, revision), {
        keep: (itemId, ...kept) => desktop.drafts.keep(queueId, itemId, ...kept),
        drop: (itemId) => desktop.drafts.drop(queueId, itemId),
      }),
    [queueId, desktop],
  );
  const latest = useRef(state);
  // With what is on the screen: a key may come before the effects behind its painting.
  useLayoutEffect(() => {
    latest.current = state;
  });

  const itemId = currentItem(state);
  const detail = useQuery({
    ...itemQuery(queueId, itemId ?? ""),
    // Not while an item is waited for: asking would reserve one that has just been given away.
    enabled: itemId !== null && (state.phase === "loading" || state.phase === "annotating"),
    staleTime: Number.POSITIVE_INFINITY,
  });
  const at = { queueId, desktop, latest, saver, dispatch };
  const sitting = useSitting(queueId, desktop.outbox.key, state);
  const resume = useOpening({ ...at, firstItemId, sitting });
  useLoading(at, state, detail);
  const { trouble, claimedAhead } = useClaimAhead(at, state);
  const takingUp = useTakingUp(at, itemId, state.phase, claimedAhead);
  useRelease(queueId, latest);
  const { undo, reopen } = useSending(at);

  const latestDraft = (): Draft | undefined => latest.current.drafts[currentItem(latest.current) ?? ""];
  const edit = (draft: Draft) => {
    if (itemId) dispatch({ type: "edited", itemId, draft });
  };
  const send = (act: Act, after: Promise<unknown>) => {
    const content = detail.data;
    if (!itemId || !content) return;
    const [mutationId, now] = [newMutationId(), Date.now()];
    dispatch({ type: "sent", itemId, act: act.kind, mutationId, now });
    const title = titleOf(content.item.source_content) ?? "An item without a title";
    const kept = desktop.outbox.add({ mutationId, queueId, itemId, title, act, at: now }, after);
    if (act.kind === "submit") void kept.then(() => desktop.drafts.drop(queueId, itemId));
  };
  const submit = () => {
    const draft = latestDraft();
    if (!itemId || !detail.data || !draft || state.phase !== "annotating") return;
    send({ kind: "submit", ...submissionOf(detail.data.labels, draft) }, saver.settle(itemId));
  };
  const skip = (reason: string) => {
    // What takes the item up must not arrive after what gives it away.
    if (state.phase === "annotating") send({ kind: "skip", reason: reason.trim() }, takingUp.current);
  };
  const move = (by: -1 | 1) => dispatch({ type: "moved", by, now: Date.now() });

  return { state, detail, saver, trouble, latestDraft, edit, submit, skip, undo, reopen, move, resume };
}
