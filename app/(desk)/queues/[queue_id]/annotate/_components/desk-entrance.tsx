"use client";
import { useQuery } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { LinkButton } from "@/app/_ui/button/link-button";
import { Status } from "@/app/_ui/feedback/status";
import { countedOf, countText } from "@/app/_ui/figure/numbers";
import { useShortcuts } from "@/app/_ui/keyboard/shortcuts";
import { links } from "@/lib/client/links";
import { itemQuery, progressQuery, queueQuery } from "@/lib/client/queues/work-queries";
import { BackToQueue, DeskNotice } from "../../../../_components/desk-notice";
import { DeskSkeleton } from "../../../../_components/desk-skeleton";
import { AnnotationDesk } from "./annotation-desk";

interface Props {
  queueId: string;
  firstItemId?: string | undefined;
}

/** The desk, unless the queue is completed. If the user's last submission completes it, the desk stays open with its undo. */
export function DeskEntrance({ queueId, firstItemId }: Props) {
  const { data: queue } = useQuery(queueQuery(queueId));
  const [isOpen, setIsOpen] = useState(false);
  const mayCorrect = queue?.status === "completed" && firstItemId !== undefined;
  const item = useQuery({ ...itemQuery(queueId, firstItemId ?? ""), enabled: mayCorrect && !isOpen });
  if (isOpen) return <AnnotationDesk queueId={queueId} firstItemId={firstItemId} />;
  if (!queue || (mayCorrect && item.isPending)) return <DeskSkeleton />;
  // If the item cannot be read, the desk says why.
  const status = item.data?.item.status;
  const isDone = item.isError || status === "completed" || status === "skipped";
  if (queue.status === "completed" && !(mayCorrect && isDone)) return <Completed queueId={queueId} />;
  setIsOpen(true);
  return null;
}

function Completed({ queueId }: { queueId: string }) {
  const router = useRouter();
  const { data: progress } = useQuery(progressQuery(queueId));
  useShortcuts("Desk", [
    { keys: "escape", description: "Back to the queue", run: () => router.push(links.queue(queueId)) },
  ]);
  return (
    <div className="flex min-h-dvh flex-col">
      <DeskNotice
        title={
          <Status tone="good" shape="check" className="gap-2! whitespace-normal!">
            This queue is completed
          </Status>
        }
        actions={
          <>
            <BackToQueue queueId={queueId} isMain />
            <LinkButton href={links.items(queueId, "completed")}>Completed items</LinkButton>
          </>
        }
      >
        <p className="text-soft">
          {progress
            ? `${countedOf(progress.completed, progress.total, "item")} ${progress.completed === 1 ? "is" : "are"} completed, ${countText(progress.user_progress.completed)} by you. `
            : null}
          No more items will be assigned. You can open completed items, and correct those that a reviewer has not
          approved.
        </p>
      </DeskNotice>
    </div>
  );
}
