"use client";
import { type QueryClient, useQuery, useQueryClient } from "@tanstack/react-query";
import { type RefObject, useEffect, useRef, useSyncExternalStore } from "react";
import { isWaiting } from "@/lib/client/outbox/entry";
import { itemQuery, queueQuery } from "@/lib/client/queues/work-queries";
import type { ItemDetail } from "@/lib/contracts/annotation/item-detail";
import { draftAtHand } from "../draft/draft";
import { depthFor, nextBatch } from "./ahead";
import type { DeskContext } from "./desk-context";
import { claimAny, claimSeveral, detailOf, isClosed, release } from "./desk-requests";
import { type DeskState, inHand } from "./desk-state";
import { useAttempts } from "./use-attempts";

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
  const sizes = useRef(new Map<string, number>());
  const answeredNone = useRef("");
  const present = usePresence();

  const own = entries.filter((entry) => entry.queueId === queueId);
  const sent = own.map((entry) => entry.itemId);
  // An answer of "none" is valid until one of these changes.
  const moment = `${state.phase === "waiting"} ${state.trail.length} ${state.upcoming.length} ${sent.join(" ")}`;
  const depth = depthFor({
    durations: Object.values(state.durations),
    reservationMinutes: useReservationMinutes(queueId),
    bytes: state.upcoming.reduce((sum, itemId) => sum + (sizes.current.get(itemId) ?? 0), 0),
  });
  const count = nextBatch(state.upcoming.length, depth);
  const onClaimed = (detail: ItemDetail) => {
    claimedAhead.current.add(detail.item.id);
    sizes.current.set(detail.item.id, JSON.stringify(detail).length);
  };
  const claim = async (): Promise<void> => {
    const about = { client, sent, isSending: own.some(isWaiting), present, onClaimed };
    const isNone = state.phase === "waiting" ? await claimOne(desk, about) : await claimMany(desk, { ...about, count });
    if (isNone) answeredNone.current = moment;
  };
  const trouble = useAttempts(desk, {
    claim,
    needsMore: state.at >= 0 && state.phase !== "halted" && (state.phase === "waiting" || count > 0),
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
  onClaimed: (detail: ItemDetail) => void;
}

/** Claims one item for a desk that waits, and shows it. Returns whether there is none for now. */
async function claimOne(desk: DeskContext, { client, sent, isSending, present, onClaimed }: Claim): Promise<boolean> {
  const { queueId, latest, dispatch } = desk;
  const exclude = [...sent, ...inHand(latest.current)];
  const itemId = await claimAny(queueId, exclude, latest.current.skipped);
  if (!present.current) {
    if (itemId) release(queueId, itemId);
    return false;
  }
  // Unless the annotator went back to an earlier item meanwhile.
  const isWaitingStill = latest.current.phase === "waiting";
  if (!itemId) {
    if (isWaitingStill && !isSending) dispatch({ type: "halted", halt: { kind: "drained" } });
    return true;
  }
  if (isWaitingStill) {
    dispatch({ type: "opened", itemId, now: Date.now() });
    return false;
  }
  const detail = await client.fetchQuery({
    ...keptQuery(queueId, itemId),
    queryFn: () => detailOf(queueId, itemId, false),
  });
  return !keepAhead(desk, detail, { present, onClaimed });
}

/** Claims and loads several items in one request, behind those that are next. Returns whether there are no more for now. */
async function claimMany(
  desk: DeskContext,
  { client, sent, present, onClaimed, count }: Claim & { count: number },
): Promise<boolean> {
  const { queueId, latest } = desk;
  const details = await claimSeveral(queueId, count, [...sent, ...inHand(latest.current)]);
  for (const detail of details) {
    const itemId = detail.item.id;
    await client.fetchQuery({ ...keptQuery(queueId, itemId), queryFn: async () => detail });
    keepAhead(desk, detail, { present, onClaimed });
  }
  return details.length < count;
}

/** Kept however long the items before it take, and available without a network. */
const keptQuery = (queueId: string, itemId: string) => ({
  queryKey: itemQuery(queueId, itemId).queryKey,
  retry: false,
  gcTime: Number.POSITIVE_INFINITY,
  networkMode: "always" as const,
});

/** Puts a loaded item behind the others, unless the annotator has left or may not work on it. */
function keepAhead(
  { queueId, desktop, saver, dispatch }: DeskContext,
  detail: ItemDetail,
  { present, onClaimed }: Pick<Claim, "present" | "onClaimed">,
): boolean {
  const itemId = detail.item.id;
  if (!present.current || isClosed(detail)) {
    release(queueId, itemId);
    return false;
  }
  const { draft, kept, revision, sent } = draftAtHand(detail, undefined, desktop.drafts.of(queueId, itemId));
  saver.opened(itemId, kept, revision, sent);
  dispatch({ type: "claimed", itemId, draft, now: Date.now() });
  onClaimed(detail);
  return true;
}

const DEFAULT_MINUTES = 60;

const useReservationMinutes = (queueId: string): number =>
  useQuery(queueQuery(queueId)).data?.reservation_timeout_minutes ?? DEFAULT_MINUTES;

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
