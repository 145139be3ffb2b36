"use client";
import { useQuery } from "@tanstack/react-query";
import { Button } from "@/app/_ui/button";
import { LinkButton } from "@/app/_ui/link-button";
import { links } from "@/lib/client/links";
import { type ReviewScope, waitingQuery } from "@/lib/client/reviews";
import { Centred } from "../../annotate/_components/centred";

interface Props {
  queueId: string;
  scope: ReviewScope;
  onAll: () => void;
  onAgain: () => void;
  /** Takes the last decision back; absent when there is none. */
  onUndo: (() => void) | undefined;
}

/** Nothing is left in the scope, and why there may be something all the same. */
export function ReviewEnd({ queueId, scope, onAll, onAgain, onUndo }: Props) {
  const isWaiting = scope.kind === "waiting";
  const { data } = useQuery({ ...waitingQuery(queueId), enabled: isWaiting, staleTime: 0 });
  const others = data?.count ?? 0;
  return (
    <Centred>
      <h1 className="text-xl font-semibold tracking-tight">
        {isWaiting ? "Nothing waits for your review" : "Nothing to compare"}
      </h1>
      <p className="text-soft">{isWaiting ? waitingText(others) : emptyText(scope)}</p>
      <div className="mt-3 flex flex-wrap gap-2">
        <LinkButton look="primary" href={links.queue(queueId)} keys="escape" autoFocus>
          Back to the queue
        </LinkButton>
        <Button onClick={onAgain}>Look again</Button>
        {scope.kind === "all" ? null : <Button onClick={onAll}>All annotated items</Button>}
        {onUndo ? (
          <Button look="ghost" keys="z" onClick={onUndo}>
            Undo
          </Button>
        ) : null}
      </div>
    </Centred>
  );
}

function waitingText(others: number): string {
  if (others === 0) return "Items come here when their annotations are complete.";
  const items = others === 1 ? "1 item waits" : `${others} items wait`;
  return `${items} for other reviewers: you annotated there yourself.`;
}

const emptyText = (scope: ReviewScope): string =>
  scope.kind === "disagreement"
    ? "Nobody has given different answers under this label."
    : "Nobody else has annotated an item of this queue yet.";
