"use client";
import { useRouter } from "next/navigation";
import { toast } from "@/app/_ui/feedback/toast";
import { useAddAllRows } from "@/app/(studio)/queues/_components/use-add-all-rows";
import type { AddedRows } from "@/lib/client/datasets";
import { links } from "@/lib/client/links";

/** Adds the dataset's rows to a queue, and opens the queue. */
export function useQueueRows(dataset_id: string) {
  const router = useRouter();
  const rows = useAddAllRows();
  const into = (queue_id: string) =>
    rows.add(dataset_id, queue_id, (sum) => {
      toast.done(messageOf(sum));
      router.push(links.queue(queue_id));
    });
  const stopped = rows.error?.name === "AbortError";
  return {
    into,
    stop: rows.stop,
    progress: rows.progress,
    isPending: rows.isPending || rows.isSuccess,
    problem: rows.error
      ? `${stopped ? "Stopped." : rows.error.message} Items added so far stay. Try again to continue.`
      : null,
  };
}

function messageOf({ added, duplicates }: AddedRows): { title: string; description?: string } {
  const title = `${added.toLocaleString("en")} ${added === 1 ? "item" : "items"} added`;
  return duplicates > 0
    ? { title, description: `${duplicates.toLocaleString("en")} were already in the queue.` }
    : { title };
}
