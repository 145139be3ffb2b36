"use client";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { useAddress } from "@/app/_components/use-address";
import { annotateDetail } from "@/lib/client/operations";
import { queueQuery } from "@/lib/client/queues/work-queries";
import { firstToReview, type ReviewScope, reviewQuery } from "@/lib/client/reviews";
import { hasBegunComment } from "../../../../_components/discussion/begun-comment";
import { isEmpty, noRemarks, type Remarks } from "./remarks";
import { scopeAddress, scopeKey, scopeOf } from "./scope";
import { useDecisions } from "./use-decisions";

/** The reviewed item, its content, unsent comments, and navigation. The URL names the item. */
export function useReview(queueId: string) {
  const client = useQueryClient();
  const { get, set } = useAddress();
  const { data: queue, error: queueError } = useQuery(queueQuery(queueId));
  const [written, setWritten] = useWritten(queueId);
  const scope = queue ? scopeOf(queue, get) : null;
  const itemId = get("item") ?? null;
  const first = useFirst(queueId, scope, itemId);
  const detail = useReviewed(queueId, scope, itemId);
  const go = (item: string | null) => {
    if (item === null) first.again();
    // Back leaves the desk, however many items were visited.
    set({ item }, { keepsBack: false });
  };
  const remarks = (itemId && written[itemId]) || noRemarks;
  const { review, decide, undo } = useDecisions({ queueId, itemId, scope, remarks, setWritten, go });
  return {
    queue,
    scope,
    detail,
    remarks,
    /** Whether any item has unsent comments. */
    hasUnsent: Object.values(written).some((each) => !isEmpty(each)),
    isDeciding: review.isPending,
    problem: review.error?.message ?? null,
    // What is on the screen stays there: a later failure would lose comments that were begun.
    error: (queue ? null : queueError) ?? first.error ?? (detail.data ? null : detail.error),
    isEmpty: first.isNone,
    write: (next: Remarks) => itemId && setWritten({ ...written, [itemId]: next }),
    decide,
    undo,
    move: (by: -1 | 1) => {
      if (hasBegunComment()) return;
      const to = by === 1 ? detail.data?.next_item_id : detail.data?.prev_item_id;
      review.reset();
      if (to) go(to);
    },
    again: () => {
      client.removeQueries({ queryKey: [annotateDetail.name] });
      go(null);
    },
    choose: (key: string) => {
      if (scope && key !== scopeKey(scope)) set({ ...scopeAddress(key), item: null });
    },
  };
}
export type Review = ReturnType<typeof useReview>;

type Written = Record<string, Remarks>;

/** Unsent comments by queue and item. They survive a visit to another screen. */
const unsent = new Map<string, Written>();

function useWritten(queueId: string) {
  const [written, setWritten] = useState<Written>(() => unsent.get(queueId) ?? {});
  useEffect(() => {
    unsent.set(queueId, written);
  }, [queueId, written]);
  return [written, setWritten] as const;
}

/** Opens the first item of the scope if the address names none. */
function useFirst(queueId: string, scope: ReviewScope | null, itemId: string | null) {
  const { set } = useAddress();
  // Incremented to fetch the first item again.
  const [round, setRound] = useState(0);
  const { data, error } = useQuery({
    queryKey: ["firstToReview", queueId, scope, round],
    queryFn: async () => ({ itemId: scope ? await firstToReview(queueId, scope) : null }),
    enabled: scope !== null && itemId === null,
    staleTime: 0,
    gcTime: 0,
  });
  const firstId = itemId === null ? data?.itemId : null;
  useEffect(() => {
    if (firstId) set({ item: firstId }, { keepsBack: false });
  }, [firstId, set]);
  return { error, isNone: itemId === null && data?.itemId === null, again: () => setRound((count) => count + 1) };
}

/** The item with all answers. The next one is loaded in advance. */
function useReviewed(queueId: string, scope: ReviewScope | null, itemId: string | null) {
  const client = useQueryClient();
  const detail = useQuery({
    ...reviewQuery(queueId, itemId ?? "", scope ?? { kind: "all" }),
    enabled: scope !== null && itemId !== null,
  });
  const nextId = detail.data?.next_item_id;
  useEffect(() => {
    if (nextId && scope) void client.prefetchQuery(reviewQuery(queueId, nextId, scope));
  });
  return detail;
}
