"use client";
import { useMutation } from "@tanstack/react-query";
import { Archive, Check, Columns3, Copy, Pause, Play, Trash2 } from "lucide-react";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { toast } from "@/app/_ui/feedback/toast";
import { ActionsMenu } from "@/app/_ui/overlay/actions-menu";
import type { MenuAction } from "@/app/_ui/overlay/menu";
import { archiveQueue, restoreQueue } from "@/lib/client/annotation";
import { links } from "@/lib/client/links";
import type { Queue } from "@/lib/contracts/annotation/queues/shapes";
import type { QueueStatus } from "@/lib/contracts/shapes";
import { DeleteQueueDialog } from "./delete-queue-dialog";
import { DuplicateDialog } from "./duplicate-dialog";

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

interface Props {
  queue: Queue;
  /** Undefined while loading. */
  itemCount: number | undefined;
  manages: boolean;
  onMove: (to: QueueStatus) => void;
}

/** What is done with the whole queue, and seldom. */
export function MoreActions({ queue, itemCount, manages, onMove }: Props) {
  const { id: queue_id, name, status, labels } = queue;
  const [open, setOpen] = useState<"duplicate" | "delete" | null>(null);
  const close = () => setOpen(null);
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
  const whole: MenuAction[] = [
    { label: "Duplicate…", icon: <Copy aria-hidden="true" />, onSelect: () => setOpen("duplicate") },
    { label: "Archive queue", icon: <Archive aria-hidden="true" />, onSelect: putAway },
    { label: "Delete queue…", icon: <Trash2 aria-hidden="true" />, danger: true, onSelect: () => setOpen("delete") },
  ];
  return (
    <>
      <ActionsMenu
        of="the queue"
        groups={[
          manages ? changes : [],
          status === "draft"
            ? []
            : [{ label: "Compare answers", icon: <Columns3 aria-hidden="true" />, href: compareHref }],
          manages ? whole : [],
        ]}
      />
      {open === "duplicate" ? <DuplicateDialog queue={queue} itemCount={itemCount} onClose={close} /> : null}
      {open === "delete" ? <DeleteQueueDialog queue={queue} onClose={close} /> : null}
    </>
  );
}
