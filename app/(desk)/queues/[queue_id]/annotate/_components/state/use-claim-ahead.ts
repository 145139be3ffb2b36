"use client";
import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { type RefObject, useEffect, useRef, useSyncExternalStore } from "react";
import { itemQuery } from "@/lib/client/annotation";
import { isWaiting } from "@/lib/client/outbox/entry";
import { draftAtHand } from "../draft/draft";
import type { DeskContext } from "./desk-context";
import { claimAny, claimNext, detailOf, isClosed, release } from "./desk-requests";
import { type DeskState, inHand } from "./desk-state";
import { useAttempts } from "./use-attempts";

const DEPTH = 4;

/**
 * While the annotator works on one item, claims and loads the next ones. When none is left, it claims one and shows it as
 * soon as it arrives. Returns what prevents this, and which items were claimed in advance.
 */
export function useClaimAhead(desk: DeskContext, state: DeskState) {
  const { queueId, desktop } = desk;
  const client = useQueryClient();
  const { entries, server } = useSyncExternalStore(
    desktop.outbox.subscribe,
    desktop.outbox.read,
    desktop.outbox.readOnServer,
  );
  const claimedAhead = useRef(new Set<string>());
  const answeredNone = useRef("");
  const present = usePresence();

  const own = entries.filter((entry) => entry.queueId === queueId);
  const sent = own.map((entry) => entry.itemId);
  // An answer of "none" is valid until one of these changes.
  const moment = `${state.phase === "waiting"} ${state.trail.length} ${state.upcoming.length} ${sent.join(" ")}`;
  const claim = async (): Promise<void> => {
    const isNone = await claimOne(desk, {
      client,
      sent,
      isSending: own.some(isWaiting),
      present,
      onClaimed: (itemId) => claimedAhead.current.add(itemId),
    });
    if (isNone) answeredNone.current = moment;
  };
  const trouble = useAttempts(desk, {
    claim,
    needsMore: state.at >= 0 && state.phase !== "halted" && state.upcoming.length < DEPTH,
    moment,
    answeredNone,
    server,
    present,
  });
  return { trouble, claimedAhead };
}

interface Claim {
  client: QueryClient;
  /** Items whose submits and skips are in the outbox. */
  sent: readonly string[];
  /** Some of them are not sent yet. */
  isSending: boolean;
  present: RefObject<boolean>;
  /** The item was claimed and loaded in advance. */
  onClaimed: (itemId: string) => void;
}

/** Claims one item, and shows it or loads it in advance. Returns whether there is none for now. */
async function claimOne(desk: DeskContext, { client, sent, isSending, present, onClaimed }: Claim): Promise<boolean> {
  const { queueId, latest, dispatch } = desk;
  const exclude = [...sent, ...inHand(latest.current)];
  const atOnce = latest.current.phase === "waiting";
  const itemId = atOnce
    ? await claimAny(queueId, exclude, latest.current.skipped)
    : await claimNext(queueId, { exclude, ahead: true });
  if (!present.current) {
    if (itemId) release(queueId, itemId);
    return false;
  }
  const isShownAtOnce = latest.current.phase === "waiting";
  if (!itemId) {
    if (isShownAtOnce && !atOnce) return false;
    if (isShownAtOnce && !isSending) dispatch({ type: "halted", halt: { kind: "drained" } });
    return true;
  }
  if (isShownAtOnce) {
    dispatch({ type: "opened", itemId, now: Date.now() });
    return false;
  }
  const isLoaded = await loadAhead(desk, client, itemId, present);
  if (isLoaded) onClaimed(itemId);
  else release(queueId, itemId);
  return !isLoaded;
}

/** Loads a claimed item, unless the annotator has left or may not work on it. */
async function loadAhead(
  { queueId, desktop, saver, dispatch }: DeskContext,
  client: QueryClient,
  itemId: string,
  present: RefObject<boolean>,
): Promise<boolean> {
  const detail = await client.fetchQuery({
    queryKey: itemQuery(queueId, itemId).queryKey,
    queryFn: () => detailOf(queueId, itemId, false),
    retry: false,
    // Kept however long the item before it takes, and available without a network.
    gcTime: Number.POSITIVE_INFINITY,
    networkMode: "always",
  });
  if (!present.current || isClosed(detail)) return false;
  const { draft, kept, revision, sent } = draftAtHand(detail, undefined, desktop.drafts.of(queueId, itemId));
  saver.opened(itemId, kept, revision, sent);
  dispatch({ type: "claimed", itemId, draft, now: Date.now() });
  return true;
}

function usePresence(): RefObject<boolean> {
  const present = useRef(true);
  useEffect(() => {
    present.current = true;
    return () => {
      present.current = false;
    };
  }, []);
  return present;
}
