"use client";
import { useState } from "react";
import { useKeptFocus } from "@/app/_ui/keyboard/use-kept-focus";
import { useDiscussion } from "@/lib/client/discussion";
import type { ReviewThread } from "@/lib/contracts/annotation/discussions";
import { Thread } from "./thread";

interface Props {
  queueId: string;
  itemId: string;
  threads: readonly ReviewThread[];
  /** The viewer. Authors decide on their own threads, reviewers on all. */
  userId: string;
  reviews: boolean;
  /** Annotators do not decide on feedback to their own work. */
  isOwnWork?: boolean;
  showLabels?: boolean;
}

/** Shows open threads in their order and folds resolved ones away. */
export function ThreadList({
  queueId,
  itemId,
  threads,
  userId,
  reviews,
  isOwnWork = false,
  showLabels = false,
}: Props) {
  const discussion = useDiscussion(queueId, itemId);
  const [showsResolved, setShowsResolved] = useState(false);
  const focusKeeper = useKeptFocus<HTMLDivElement>();
  const resolved = threads.filter((thread) => thread.status === "resolved");
  const shown = showsResolved ? threads : threads.filter((thread) => thread.status !== "resolved");
  if (threads.length === 0) return null;
  const decides = (thread: ReviewThread) =>
    (reviews || thread.created_by_id === userId) && !(thread.blocking && isOwnWork);
  return (
    <div className="grid gap-2" {...focusKeeper}>
      {shown.map((thread) => (
        <Thread
          key={thread.id}
          queueId={queueId}
          thread={thread}
          showLabel={showLabels}
          onReply={(comment) => discussion.reply(thread.id, comment)}
          onResolve={decides(thread) ? () => discussion.resolve(thread.id) : undefined}
          onReopen={decides(thread) ? () => discussion.reopen(thread.id) : undefined}
        />
      ))}
      {resolved.length > 0 ? (
        <button
          type="button"
          aria-expanded={showsResolved}
          onClick={() => setShowsResolved(!showsResolved)}
          className="w-fit rounded-sm text-xs text-faint hover:text-ink hover:underline pointer-coarse:min-h-11"
        >
          {showsResolved ? "Hide resolved" : `${resolved.length} resolved`}
        </button>
      ) : null}
    </div>
  );
}
