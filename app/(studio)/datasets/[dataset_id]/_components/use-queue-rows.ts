"use client";
import { useMutation } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useRef, useState } from "react";
import { toast } from "@/app/_ui/feedback/toast";
import { bodyOf, type QueueForm, queueFieldNames } from "@/app/(studio)/queues/_components/queue-form";
import { createQueue } from "@/lib/client/annotation";
import { formError } from "@/lib/client/call-error";
import { type AddedRows, addAllRows } from "@/lib/client/datasets";
import { links } from "@/lib/client/links";

/** Adds the dataset's rows to a queue, which it creates if needed, and opens the queue. */
export function useQueueRows(dataset_id: string) {
  const router = useRouter();
  const create = useMutation(createQueue);
  const add = useMutation(addAllRows);
  const controller = useRef<AbortController | null>(null);
  const [progress, setProgress] = useState<{ done: number; total: number } | null>(null);
  // The queue of an attempt that failed later; the next attempt adds to it.
  const made = useRef<string | null>(null);

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
  const intoNew = (form: QueueForm) => {
    if (made.current) return into(made.current);
    create.mutate(bodyOf(form), {
      onSuccess: (queue) => {
        made.current = queue.id;
        into(queue.id);
      },
    });
  };
  const kept = made.current
    ? "The queue was created and keeps the items added so far. Try again to continue."
    : "Items added so far stay. Try again to continue.";
  const stopped = add.error?.name === "AbortError";
  return {
    into,
    intoNew,
    stop: () => controller.current?.abort(),
    progress,
    isPending: create.isPending || add.isPending || add.isSuccess,
    createError: create.error,
    problem: add.error
      ? `${stopped ? "Stopped." : add.error.message} ${kept}`
      : formError(create.error, queueFieldNames),
  };
}

function messageOf({ added, duplicates }: AddedRows): { title: string; description?: string } {
  const title = `${added.toLocaleString("en")} ${added === 1 ? "item" : "items"} added`;
  return duplicates > 0
    ? { title, description: `${duplicates.toLocaleString("en")} were already in the queue.` }
    : { title };
}
