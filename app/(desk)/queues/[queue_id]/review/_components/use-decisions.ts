"use client";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type Dispatch, type SetStateAction, useCallback, useEffect, useRef, useState } from "react";
import { toast } from "@/app/_ui/feedback/toast";
import { peopleIn } from "@/lib/client/discussion";
import { annotateDetail } from "@/lib/client/operations";
import { type ReviewScope, reviewItem, undoReview } from "@/lib/client/reviews";
import { type Remarks, remarksBody } from "./remarks";

interface Decided {
  itemId: string;
  remarks: Remarks;
}

interface Options {
  queueId: string;
  itemId: string | null;
  scope: ReviewScope | null;
  /** Sent with the decision. */
  remarks: Remarks;
  setWritten: Dispatch<SetStateAction<Record<string, Remarks>>>;
  /** Opens an item; null for the first one. */
  go: (item: string | null) => void;
}

/** Approves items or sends them back, and undoes that. */
export function useDecisions({ queueId, itemId, scope, remarks, setWritten, go }: Options) {
  const client = useQueryClient();
  const review = useMutation(reviewItem);
  const [decided, setDecided] = useState<readonly Decided[]>([]);
  const undo = useUndo({ queueId, decided, isBlocked: review.isPending, setDecided, setWritten, go });
  const decide = (action: "approve" | "request_changes") => {
    if (!itemId || review.isPending) return;
    review.mutate(
      { queue_id: queueId, item_id: itemId, action, ...remarksBody(remarks, peopleIn(client, queueId)) },
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
  /** `undo` undoes the last decision; absent when there is none. */
  return { review, decide, undo: decided.length > 0 ? () => undo() : undefined };
}

interface UndoOptions extends Pick<Options, "queueId" | "setWritten" | "go"> {
  decided: readonly Decided[];
  /** A decision is on its way. */
  isBlocked: boolean;
  setDecided: (decided: readonly Decided[]) => void;
}

/** Undoes a decision, by default the last one. Its comments are unsent again. */
function useUndo({ queueId, decided, isBlocked, setDecided, setWritten, go }: UndoOptions) {
  const client = useQueryClient();
  const { mutate, isPending } = useMutation(undoReview);
  return useLatest((decision = decided.at(-1)) => {
    if (!decision || !decided.includes(decision) || isBlocked || isPending) return;
    setDecided(decided.filter((each) => each !== decision));
    mutate(
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
}

/** A stable function that runs the last render's version, even from a toast shown earlier. */
function useLatest(run: (decision?: Decided) => void): (decision?: Decided) => void {
  const latest = useRef(run);
  useEffect(() => {
    latest.current = run;
  });
  return useCallback((decision) => latest.current(decision), []);
}
