"use client";
import { useMutation } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useRef, useState } from "react";
import { useSaveForm, withInput } from "@/app/_form/use-save-form";
import { toast } from "@/app/_ui/toast";
import { bodyOf, emptyQueue, type QueueForm } from "@/app/(studio)/queues/_components/queue-form";
import { createQueue } from "@/lib/client/annotation";
import { type AddedRows, addAllRows } from "@/lib/client/datasets";
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
  const add = useMutation(addAllRows);
  const controller = useRef<AbortController | null>(null);
  const [progress, setProgress] = useState<{ done: number; total: number } | null>(null);

  const into = (queue_id: string) => {
    controller.current = new AbortController();
    const { signal } = controller.current;
    const onProgress = (done: number, total: number) => setProgress({ done, total });
    add.mutate(
      { dataset_id, queue_id, signal, onProgress },
      {
        onError: () => setProgress(null),
        onSuccess: (sum) => {
          toast.done(messageOf(sum));
          router.push(links.queue(queue_id));
        },
      },
    );
  };
  // A queue of an attempt that failed later stays; the next attempt adds to it.
  const intoNew = () => (form.saved ? into(form.saved.id) : form.submit());
  const kept = form.saved
    ? "The queue was created and keeps the items added so far. Try again to continue."
    : "Items added so far stay. Try again to continue.";
  const stopped = add.error?.name === "AbortError";
  return {
    form,
    into,
    intoNew,
    stop: () => controller.current?.abort(),
    progress,
    isPending: form.busy || add.isPending || add.isSuccess,
    problem: add.error ? `${stopped ? "Stopped." : add.error.message} ${kept}` : form.problem,
  };
}

function messageOf({ added, duplicates }: AddedRows): { title: string; description?: string } {
  const title = `${added.toLocaleString("en")} ${added === 1 ? "item" : "items"} added`;
  return duplicates > 0
    ? { title, description: `${duplicates.toLocaleString("en")} were already in the queue.` }
    : { title };
}
