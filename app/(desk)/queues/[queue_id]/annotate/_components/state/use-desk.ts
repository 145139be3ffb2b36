"use client";
import { useQuery } from "@tanstack/react-query";
import { type RefObject, useLayoutEffect, useMemo, useReducer, useRef } from "react";
import { useDesktop } from "@/app/_components/outbox/outbox-provider";
import { itemTitle } from "@/app/_components/source/item-title";
import type { Act } from "@/lib/client/outbox/entry";
import { newId } from "@/lib/client/outbox/new-id";
import type { Desktop } from "@/lib/client/outbox/open-outbox";
import { itemQuery } from "@/lib/client/queues/work-queries";
import { hasBegunComment } from "../../../../../_components/discussion/begun-comment";
import { submissionOf } from "../draft/draft";
import { DraftSaver, type PutDraft } from "../draft/draft-saver";
import { putDraft } from "./desk-requests";
import { currentItem, type DeskState, deskReducer } from "./desk-state";
import { emptyDesk } from "./empty-desk";
import { timeSpent } from "./time-spent";
import { useChoices } from "./use-choices";
import { useClaimAhead } from "./use-claim-ahead";
import { useEdits } from "./use-edits";
import { useLoading, useOpening } from "./use-opening";
import { useRelease } from "./use-release";
import { useSending } from "./use-sending";
import { useSitting } from "./use-sitting";
import { useTakingUp } from "./use-taking-up";

interface Options {
  queueId: string;
  /** The item to open first; if absent, the server chooses. */
  firstItemId: string | undefined;
}

/** Connects the desk's state to the server: claims items in advance, loads, sends through the outbox, undoes. */
export function useDesk({ queueId, firstItemId }: Options) {
  const [state, dispatch] = useReducer(deskReducer, emptyDesk);
  const desktop = useDesktop();
  const saver = useSaver(queueId, desktop);
  const latest = useLatestState(state);
  const itemId = currentItem(state);
  const detail = useItem(queueId, state);
  const [choices, choose] = useChoices(queueId, desktop.outbox.key);
  const at = { queueId, desktop, latest, saver, dispatch };
  const sitting = useSitting(queueId, desktop.outbox.key, state);
  const resume = useOpening({ ...at, firstItemId, sitting });
  useLoading(at, state, detail);
  const { trouble, claimedAhead } = useClaimAhead(at, state);
  const takingUp = useTakingUp(at, itemId, state.phase, claimedAhead);
  useRelease(queueId, latest);
  const { undo: undoLast, reopen } = useSending(at);
  const undo = state.done.length > 0 ? undoLast : undefined;

  const { latestDraft, edit, undoEdit, forgetEdits } = useEdits(at);
  const send = (act: Act, after: Promise<unknown>) => {
    const content = detail.data;
    if (!itemId || !content) return;
    forgetEdits();
    const [mutationId, now] = [newId(), Date.now()];
    dispatch({ type: "sent", itemId, act: act.kind, mutationId, stays: choices.stays && act.kind === "submit", now });
    const title = itemTitle(content.item);
    const stored = desktop.outbox.add(
      { mutationId, queueId, itemId, title, act, at: now, workMs: workMs(timeSpent(state, now)) },
      after,
    );
    if (act.kind === "submit") void stored.then(() => desktop.drafts.drop(queueId, itemId));
  };
  const mayLeave = () => state.phase === "annotating" && !desktop.outbox.read().isFull;
  const submit = () => {
    const draft = latestDraft();
    if (!itemId || !detail.data || !draft || !mayLeave()) return;
    send({ kind: "submit", ...submissionOf(detail.data.labels, draft) }, saver.settle(itemId));
  };
  const skip = (reason: string) => {
    // The request that starts work on the item must not arrive after the skip.
    if (mayLeave()) send({ kind: "skip", reason: reason.trim() }, takingUp.current);
  };
  const move = (by: -1 | 1) => {
    if (!hasBegunComment()) dispatch({ type: "moved", by, now: Date.now() });
  };
  const go = (target: string) => dispatch({ type: "went", itemId: target, now: Date.now() });

  const acts = { latestDraft, edit, undoEdit, submit, skip, undo, reopen, move, go, resume };
  return { state, detail, saver, trouble, choices, choose, ...acts };
}
export type Desk = ReturnType<typeof useDesk>;

function useItem(queueId: string, state: DeskState) {
  const itemId = currentItem(state);
  return useQuery({
    ...itemQuery(queueId, itemId ?? ""),
    // Not while waiting for an item: the request would reserve one that was just released.
    enabled: itemId !== null && (state.phase === "loading" || state.phase === "annotating"),
    staleTime: Number.POSITIVE_INFINITY,
    // What is not sent yet can be looked at again without a network, however much later.
    gcTime: Number.POSITIVE_INFINITY,
  });
}

/** The notice of the outbox also says that drafts do not reach the server any more. */
const put =
  (queueId: string, { outbox }: Desktop): PutDraft =>
  async (...draft) => {
    const answer = await putDraft(queueId, ...draft);
    if (answer.kind !== "failed") outbox.noticed("there");
    else if (answer.isSignedOut) outbox.noticed("signedOut");
    return answer;
  };

/** What the server takes: see MOST_WORK_MS. A clock may have been set. */
const workMs = (passed: number): number => Math.min(Math.max(0, Math.round(passed)), 86_400_000);

/** Saves drafts on the server, and keeps them in the browser until then. */
const useSaver = (queueId: string, desktop: Desktop): DraftSaver =>
  useMemo(
    () =>
      new DraftSaver(put(queueId, desktop), {
        keep: (itemId, ...kept) => desktop.drafts.keep(queueId, itemId, ...kept),
        drop: (itemId) => desktop.drafts.drop(queueId, itemId),
      }),
    [queueId, desktop],
  );

/** The state that the screen shows, for what answers later. */
function useLatestState(state: DeskState): RefObject<DeskState> {
  const latest = useRef(state);
  // A layout effect, so that it matches the screen even for a key pressed before passive effects run.
  useLayoutEffect(() => {
    latest.current = state;
  });
  return latest;
}
