"use client";
import { useQuery } from "@tanstack/react-query";
import { Status } from "@/app/_ui/feedback/status";
import { personQuery } from "@/lib/client/account";
import type { ItemDetail } from "@/lib/contracts/annotation/item-detail";
import { ThreadList } from "../../../../_components/discussion/thread-list";

/** Reviewers' feedback on an item, above the form where it is corrected. Shows nothing if there is none. */
export function FeedbackThreads({ detail }: { detail: ItemDetail }) {
  const { item, queue, review_threads: threads } = detail;
  const { data: viewer } = useQuery({ ...personQuery(), enabled: threads.length > 0 });
  if (threads.length === 0) return null;
  const isBack = item.review_status === "rejected";
  return (
    <section aria-label="Feedback from review" className="grid gap-2 border-b border-line pt-2 pb-4">
      <h2 className="font-medium">
        {isBack ? (
          <Status tone="bad" shape="alert" className="whitespace-normal!">
            Sent back{item.reviewed_by_name ? ` by ${item.reviewed_by_name}` : ""}. Make the requested changes and
            resubmit.
          </Status>
        ) : (
          "Discussion"
        )}
      </h2>
      <ThreadList
        queueId={queue.id}
        itemId={item.id}
        threads={threads}
        userId={viewer?.id ?? ""}
        reviews={false}
        isOwnWork
        showLabels
      />
    </section>
  );
}
