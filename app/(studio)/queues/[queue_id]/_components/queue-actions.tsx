"use client";
import { useMutation } from "@tanstack/react-query";
import { Archive, Check, Columns3, Ellipsis, Pause, Play } from "lucide-react";
import { useRouter } from "next/navigation";
import { Button } from "@/app/_ui/button/button";
import { LinkButton } from "@/app/_ui/button/link-button";
import { toast } from "@/app/_ui/feedback/toast";
import { cappedText } from "@/app/_ui/figure/numbers";
import { useShortcuts } from "@/app/_ui/keyboard/shortcuts";
import { Menu, type MenuAction } from "@/app/_ui/overlay/menu";
import { archiveQueue, moveQueue, restoreQueue } from "@/lib/client/annotation";
import { links } from "@/lib/client/links";
import { mayReview } from "@/lib/client/roles";
import type { Queue } from "@/lib/contracts/annotation/queues/shapes";
import type { QueueStatus } from "@/lib/contracts/shapes";
import { ASKS_NOTHING } from "./asks-nothing";

interface Props {
  queue: Queue;
  /** Undefined while loading. */
  itemCount: number | undefined;
  /** How many items wait for the person's review; undefined while loading. */
  reviewable: number | undefined;
  manages: boolean;
  onAdd: () => void;
}

const moves: Record<QueueStatus, readonly { to: QueueStatus; label: string; icon: typeof Play }[]> = {
  draft: [{ to: "active", label: "Activate", icon: Play }],
  active: [
    { to: "paused", label: "Pause", icon: Pause },
    { to: "completed", label: "Mark as completed", icon: Check },
  ],
  paused: [
    { to: "active", label: "Activate", icon: Play },
    { to: "completed", label: "Mark as completed", icon: Check },
  ],
  completed: [
    { to: "active", label: "Activate", icon: Play },
    { to: "paused", label: "Pause", icon: Pause },
  ],
};

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
        <MoreActions queue={queue} manages={manages} onMove={moveTo} />
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

interface MoreActionsProps extends Pick<Props, "queue" | "manages"> {
  onMove: (to: QueueStatus) => void;
}

function MoreActions({ queue: { id: queue_id, name, status, labels }, manages, onMove }: MoreActionsProps) {
  const router = useRouter();
  const archive = useMutation(archiveQueue);
  const restore = useMutation(restoreQueue);
  const undo = { label: "Undo", run: () => restore.mutate({ queue_id }) };
  const putAway = () =>
    archive.mutate(
      { queue_id },
      {
        onSuccess: () => {
          router.push(links.queues());
          toast.done({ title: `${name} is archived`, action: undo });
        },
      },
    );
  const changes: MenuAction[] = moves[status].map(({ to, label, icon: Icon }) => ({
    label,
    icon: <Icon aria-hidden="true" />,
    disabled: to === "active" && labels.length === 0,
    onSelect: () => onMove(to),
  }));
  const compareHref = links.review(queue_id, { scope: "all" });
  return (
    <Menu
      trigger={
        <Button aria-label="More actions" className="px-2! pointer-coarse:w-11">
          <Ellipsis aria-hidden="true" className="size-4" />
        </Button>
      }
      groups={[
        manages ? changes : [],
        status === "draft"
          ? []
          : [{ label: "Compare answers", icon: <Columns3 aria-hidden="true" />, href: compareHref }],
        manages ? [{ label: "Archive queue", icon: <Archive aria-hidden="true" />, onSelect: putAway }] : [],
      ]}
    />
  );
}
