"use client";
import { useRouter } from "next/navigation";
import { useSaveForm, withInput } from "@/app/_form/use-save-form";
import { toast } from "@/app/_ui/feedback/toast";
import { bodyOf, emptyQueue, type QueueForm } from "@/app/(studio)/queues/_components/queue-form";
import { useAddAllRows } from "@/app/(studio)/queues/_components/use-add-all-rows";
import { createQueue } from "@/lib/client/annotation";
import type { AddedRows } from "@/lib/client/datasets";
import { links } from "@/lib/client/links";
import type { NamedDataset } from "./named-dataset";

/** Adds the dataset's rows to a queue, which it creates if needed, and opens the queue. */
export function useQueueRows({ id: dataset_id, name }: NamedDataset) {
  const router = useRouter();
  const form = useSaveForm({
    initial: { ...emptyQueue, name },
    save: withInput(createQueue, (values: QueueForm) => bodyOf(values)),
    onSaved: (queue) => into(queue.id),
  });
  const rows = useAddAllRows();
  const into = (queue_id: string) =>
    rows.add(dataset_id, queue_id, (sum) => {
      toast.done(messageOf(sum));
      router.push(links.queue(queue_id));
    });
  // A queue of an attempt that failed later stays; the next attempt adds to it.
  const intoNew = () => (form.saved ? into(form.saved.id) : form.submit());
  const kept = form.saved
    ? "The queue was created and keeps the items added so far. Try again to continue."
    : "Items added so far stay. Try again to continue.";
  const stopped = rows.error?.name === "AbortError";
  return {
    form,
    into,
    intoNew,
    stop: rows.stop,
    progress: rows.progress,
    isPending: form.busy || rows.isPending || rows.isSuccess,
    problem: rows.error ? `${stopped ? "Stopped." : rows.error.message} ${kept}` : form.problem,
  };
}

function messageOf({ added, duplicates }: AddedRows): { title: string; description?: string } {
  const title = `${added.toLocaleString("en")} ${added === 1 ? "item" : "items"} added`;
  return duplicates > 0
    ? { title, description: `${duplicates.toLocaleString("en")} were already in the queue.` }
    : { title };
}
