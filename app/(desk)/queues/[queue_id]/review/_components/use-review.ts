"use client";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useRef, useState } from "react";
import { useAddress } from "@/app/_components/use-address";
import { toast } from "@/app/_ui/feedback/toast";
import { queueQuery } from "@/lib/client/annotation";
import { annotateDetail } from "@/lib/client/operations";
import { firstToReview, reviewItem, reviewQuery, undoReview } from "@/lib/client/reviews";
import { noRemarks, type Remarks, remarksBody } from "./remarks";
import { scopeAddress, scopeKey, scopeOf } from "./scope";

/** Unsent comments by queue and item. They survive a visit to another screen. */
const unsent = new Map<string, Record<string, Remarks>>();

/** The reviewed item, its content, unsent comments, and navigation. The URL names the item. */
export function useReview(queueId: string) {
  const client = useQueryClient();
  const { get, set } = useAddress();
  const { data: queue, error: queueError } = useQuery(queueQuery(queueId));
  const [written, setWritten] = useState<Record<string, Remarks>>(() => unsent.get(queueId) ?? {});
  useEffect(() => {
    unsent.set(queueId, written);
  }, [queueId, written]);
  // Incremented to fetch the first item again.
  const [round, setRound] = useState(0);
  const scope = queue ? scopeOf(queue, get) : null;
  const itemId = get("item") ?? null;

  const first = useQuery({
    queryKey: ["firstToReview", queueId, scope, round],
    queryFn: async () => ({ itemId: scope ? await firstToReview(queueId, scope) : null }),
    enabled: scope !== null && itemId === null,
    staleTime: 0,
    gcTime: 0,
  });
  const firstId = itemId === null ? first.data?.itemId : null;
  useEffect(() => {
    if (firstId) set({ item: firstId }, { keepsBack: false });
  }, [firstId, set]);

  const detail = useQuery({
    ...reviewQuery(queueId, itemId ?? "", scope ?? { kind: "all" }),
    enabled: scope !== null && itemId !== null,
  });
  const nextId = detail.data?.next_item_id;
  useEffect(() => {
    if (nextId && scope) void client.prefetchQuery(reviewQuery(queueId, nextId, scope));
  });

  const go = (item: string | null) => {
    if (item === null) setRound((count) => count + 1);
    // Back leaves the desk, however many items were visited.
    set({ item }, { keepsBack: false });
  };
  const remarks = (itemId && written[itemId]) || noRemarks;
  const write = (next: Remarks) => itemId && setWritten({ ...written, [itemId]: next });

  const review = useMutation(reviewItem);
  const undoing = useMutation(undoReview);
  const [decided, setDecided] = useState<readonly Decided[]>([]);
  const undo = useLatest((decision = decided.at(-1)) => {
    if (!decision || !decided.includes(decision) || review.isPending || undoing.isPending) return;
    setDecided(decided.filter((each) => each !== decision));
    undoing.mutate(
      { queue_id: queueId, item_id: decision.itemId },
      {
        onError: ({ message }) => toast.failed({ title: "Could not undo", description: message }),
        onSuccess: () => {
          setWritten((others) => ({ ...others, [decision.itemId]: decision.remarks }));
          client.removeQueries({ queryKey: [annotateDetail.name], type: "inactive" });
          void client.invalidateQueries({ queryKey: [annotateDetail.name] });
          go(decision.itemId);
        },
      },
    );
  });
  const decide = (action: "approve" | "request_changes") => {
    if (!itemId || review.isPending) return;
    review.mutate(
      { queue_id: queueId, item_id: itemId, action, ...remarksBody(remarks) },
      {
        // Most likely another reviewer has decided: show that decision.
        onError: () => client.invalidateQueries({ queryKey: [annotateDetail.name] }),
        onSuccess: ({ next_item }) => {
          const decision = { itemId, remarks };
          setDecided([...decided, decision]);
          toast.done({
            title: action === "approve" ? "Approved" : "Sent back to its annotators",
            action: { label: "Undo", run: () => undo(decision) },
          });
          setWritten(({ [itemId]: _, ...others }) => others);
          const moves = scope?.kind === "waiting";
          if (moves) go(next_item?.id ?? null);
          // The previous and next items of its neighbours have changed.
          void client.invalidateQueries({ queryKey: [annotateDetail.name], refetchType: moves ? "none" : "active" });
        },
      },
    );
  };
  return {
    queue,
    scope,
    itemId,
    detail,
    remarks,
    /** Whether any item has unsent comments. */
    hasUnsent: Object.values(written).some(({ notes, onLabels }) => notes.trim() !== "" || onLabels.length > 0),
    isDeciding: review.isPending,
    problem: review.error?.message ?? null,
    error: queueError ?? first.error ?? detail.error,
    isEmpty: itemId === null && first.data?.itemId === null,
    write,
    decide,
    /** Undoes the last decision; absent when there is none. */
    undo: decided.length > 0 ? () => undo() : undefined,
    move: (by: -1 | 1) => {
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

interface Decided {
  itemId: string;
  remarks: Remarks;
}

/** A stable function that runs the last render's version, even from a toast shown earlier. */
function useLatest(run: (decision?: Decided) => void): (decision?: Decided) => void {
  const latest = useRef(run);
  useEffect(() => {
    latest.current = run;
  });
  return useCallback((decision) => latest.current(decision), []);
}
