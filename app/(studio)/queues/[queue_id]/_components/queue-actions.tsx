"use client";
import { useMutation } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { Button } from "@/app/_ui/button/button";
import { LinkButton } from "@/app/_ui/button/link-button";
import { cappedText } from "@/app/_ui/figure/numbers";
import { useShortcuts } from "@/app/_ui/keyboard/shortcuts";
import { moveQueue } from "@/lib/client/annotation";
import { links } from "@/lib/client/links";
import { mayReview } from "@/lib/client/roles";
import type { Queue } from "@/lib/contracts/annotation/queues/shapes";
import type { QueueStatus } from "@/lib/contracts/shapes";
import { ASKS_NOTHING } from "./asks-nothing";
import { MoreActions } from "./whole/more-actions";

interface Props {
  queue: Queue;
  /** Undefined while loading. */
  itemCount: number | undefined;
  /** How many items wait for the person's review; undefined while loading. */
  reviewable: number | undefined;
  manages: boolean;
  onAdd: () => void;
}

/** The queue's next step as the main action; other status changes in a menu. */
export function QueueActions({ queue, itemCount, reviewable, manages, onAdd }: Props) {
  const router = useRouter();
  const move = useMutation(moveQueue);
  const { id: queue_id, status, viewer_roles } = queue;
  const asksNothing = queue.labels.length === 0;
  const annotates =
    status === "active" && !asksNothing && viewer_roles.some((role) => role !== "reviewer") && itemCount !== 0;
  // In a draft nothing has been annotated yet.
  const reviews = queue.requires_review && status !== "draft" && mayReview(viewer_roles);
  const [deskHref, reviewHref] = [links.desk(queue_id), links.review(queue_id)];
  useShortcuts("Queue", [
    ...(annotates ? [{ keys: "a", description: "Start annotating", run: () => router.push(deskHref) }] : []),
    ...(reviews ? [{ keys: "r", description: "Review", run: () => router.push(reviewHref) }] : []),
    ...(manages ? [{ keys: "n", description: "Add items", run: onAdd }] : []),
  ]);
  const moveTo = (next: QueueStatus) => move.mutate({ queue_id, status: next });
  return (
    <>
      {manages || (mayReview(viewer_roles) && status !== "draft") ? (
        <MoreActions queue={queue} itemCount={itemCount} manages={manages} onMove={moveTo} />
      ) : null}
      {manages ? (
        <Button keys="n" look={itemCount === 0 ? "primary" : "secondary"} onClick={onAdd}>
          Add items
        </Button>
      ) : null}
      {manages && status !== "active" && itemCount !== 0 ? (
        <Button
          look={status === "completed" ? "secondary" : "primary"}
          busy={move.isPending}
          disabled={asksNothing}
          {...(asksNothing ? { "aria-describedby": ASKS_NOTHING } : {})}
          onClick={() => moveTo("active")}
        >
          Activate
        </Button>
      ) : null}
      {reviews ? (
        <LinkButton keys="r" href={reviewHref}>
          Review{reviewable ? ` ${cappedText(reviewable)}` : ""}
        </LinkButton>
      ) : null}
      {annotates ? (
        <LinkButton look="primary" keys="a" href={deskHref}>
          Start annotating
        </LinkButton>
      ) : null}
    </>
  );
}
