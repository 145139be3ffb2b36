"use client";
import { useQueryClient } from "@tanstack/react-query";
import { type RefObject, useEffect, useRef, useState, useSyncExternalStore } from "react";
import { itemQuery } from "@/lib/client/annotation";
import { CallError } from "@/lib/client/call-error";
import { isWaiting, pauseAfter, verdictOn } from "@/lib/client/outbox/entry";
import type { DeskContext } from "./desk-context";
import { claimAny, claimNext, detailOf, haltOf, isClosed, messageOf, release } from "./desk-requests";
import { type DeskState, inHand } from "./desk-state";
import { draftAtHand } from "./draft";

const DEPTH = 4;
const LONGEST_PAUSE_MS = 8000;

/**
 * While the annotator works on one item, claims and loads the next ones. When none is left, it claims one and shows it as
 * soon as it arrives. Returns what prevents this, and which items were claimed in advance.
 */
export function useClaimAhead({ queueId, desktop, latest, saver, dispatch }: DeskContext, state: DeskState) {
  const client = useQueryClient();
  const { entries, server } = useSyncExternalStore(
    desktop.outbox.subscribe,
    desktop.outbox.read,
    desktop.outbox.readOnServer,
  );
  const [trouble, setTrouble] = useState<string | null>(null);
  const [attempt, setAttempt] = useState(0);
  const claimedAhead = useRef(new Set<string>());
  const busy = useRef(false);
  const failures = useRef(0);
  const answeredNone = useRef("");
  const pause = useRef<ReturnType<typeof setTimeout>>(undefined);
  const present = usePresence();

  const sent = entries.filter((entry) => entry.queueId === queueId).map((entry) => entry.itemId);
  const waiting = entries.some((entry) => entry.queueId === queueId && isWaiting(entry));
  const needsMore = state.at >= 0 && state.phase !== "halted" && state.upcoming.length < DEPTH;
  // An answer of "none" is valid until one of these changes.
  const moment = `${state.phase === "waiting"} ${state.trail.length} ${state.upcoming.length} ${sent.join(" ")}`;

  const claim = async (): Promise<void> => {
    const exclude = [...sent, ...inHand(latest.current)];
    const atOnce = latest.current.phase === "waiting";
    const itemId = atOnce
      ? await claimAny(queueId, exclude, latest.current.skipped)
      : await claimNext(queueId, { exclude, ahead: true });
    if (!present.current) return itemId ? release(queueId, itemId) : undefined;
    const isShownAtOnce = latest.current.phase === "waiting";
    if (!itemId) {
      if (isShownAtOnce && !atOnce) return;
      answeredNone.current = moment;
      if (isShownAtOnce && !waiting) dispatch({ type: "halted", halt: { kind: "drained" } });
      return;
    }
    if (isShownAtOnce) return dispatch({ type: "opened", itemId, now: Date.now() });
    const detail = await client.fetchQuery({
      queryKey: itemQuery(queueId, itemId).queryKey,
      queryFn: () => detailOf(queueId, itemId, false),
      retry: false,
      // Kept however long the item before it takes, and available without a network.
      gcTime: Number.POSITIVE_INFINITY,
      networkMode: "always",
    });
    if (!present.current || isClosed(detail)) {
      answeredNone.current = moment;
      return release(queueId, itemId);
    }
    const {
      draft,
      kept,
      revision,
      sent: unanswered,
    } = draftAtHand(detail, undefined, desktop.drafts.of(queueId, itemId));
    saver.opened(itemId, kept, revision, unanswered);
    claimedAhead.current.add(itemId);
    dispatch({ type: "claimed", itemId, draft, now: Date.now() });
  };

  const run = useRef(claim);
  useEffect(() => {
    run.current = claim;
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: each attempt must run the effect again
  useEffect(() => {
    if (!needsMore || busy.current || answeredNone.current === moment) return;
    busy.current = true;
    run
      .current()
      .then(
        () => {
          failures.current = 0;
          setTrouble(null);
          desktop.outbox.noticed("there");
          return 0;
        },
        (error: unknown) => {
          const { kind } = verdictOn(error);
          const halt = latest.current.phase === "waiting" ? haltOf(error) : null;
          if (halt) dispatch({ type: "halted", halt });
          else if (kind === "signedOut") desktop.outbox.noticed("signedOut");
          else if (isAway(error)) desktop.outbox.noticed("away");
          setTrouble(isAway(error) || kind === "signedOut" || halt ? null : messageOf(error));
          failures.current += 1;
          return Math.min(LONGEST_PAUSE_MS, pauseAfter(failures.current));
        },
      )
      .then((ms) => {
        const goOn = () => {
          busy.current = false;
          if (present.current) setAttempt((count) => count + 1);
        };
        if (ms === 0) goOn();
        else pause.current = setTimeout(goOn, ms);
      });
  }, [needsMore, moment, attempt, desktop, latest, dispatch, present]);
  // Do not wait out the pause once the server is reachable again.
  useEffect(() => {
    if (server !== "there" || !pause.current) return;
    clearTimeout(pause.current);
    pause.current = undefined;
    busy.current = false;
    setAttempt((count) => count + 1);
  }, [server]);

  return { trouble, claimedAhead };
}

const isAway = (error: unknown): boolean => error instanceof CallError && error.status === 0;

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
