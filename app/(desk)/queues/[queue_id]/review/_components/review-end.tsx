"use client";
import { useQuery } from "@tanstack/react-query";
import { Button } from "@/app/_ui/button/button";
import { type ReviewScope, waitingQuery } from "@/lib/client/reviews";
import { BackToQueue, DeskNotice, UndoButton } from "../../../../_components/desk-notice";

interface Props {
  queueId: string;
  scope: ReviewScope;
  onAll: () => void;
  onAgain: () => void;
  /** Undoes the last decision; absent when there is none. */
  onUndo: (() => void) | undefined;
}

/** No item is left in the scope; says why the queue may still have some. */
export function ReviewEnd({ queueId, scope, onAll, onAgain, onUndo }: Props) {
  const isWaiting = scope.kind === "waiting";
  const { data } = useQuery({ ...waitingQuery(queueId), enabled: isWaiting, staleTime: 0 });
  const others = data?.count ?? 0;
  return (
    <DeskNotice
      title={isWaiting ? "Nothing to review" : "Nothing to compare"}
      actions={
        <>
          <BackToQueue queueId={queueId} isMain />
          <Button onClick={onAgain}>Check again</Button>
          {scope.kind === "all" ? null : <Button onClick={onAll}>All annotated items</Button>}
          <UndoButton onUndo={onUndo} />
        </>
      }
    >
      <p className="text-soft">{isWaiting ? waitingText(others) : emptyText(scope)}</p>
    </DeskNotice>
  );
}

function waitingText(others: number): string {
  if (others === 0) return "Items appear here when their annotations are complete.";
  const items = others === 1 ? "1 item waits" : `${others} items wait`;
  return `${items} for other reviewers, because you annotated them yourself.`;
}

const emptyText = (scope: ReviewScope): string =>
  scope.kind === "disagreement"
    ? "All answers to this label agree."
    : "No other annotator has annotated an item of this queue yet.";
