"use client";
import { useMutation } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { toast } from "@/app/_ui/toast";
import { addItems } from "@/lib/client/annotation";
import { type AddedRows, addAllRows } from "@/lib/client/datasets";

interface Progress {
  done: number;
  total: number;
}

/** Adds all rows of a dataset, or the chosen ones, and says what became of them. */
export function useAddRows(queue_id: string, onDone: () => void) {
  const all = useMutation(addAllRows);
  const some = useMutation(addItems);
  const controller = useRef<AbortController | null>(null);
  const [progress, setProgress] = useState<Progress | null>(null);
  const finish = (sum: AddedRows) => {
    setProgress(null);
    onDone();
    tellAdded(sum);
  };
  const add = (dataset_id: string, rowIds: string[] | null) => {
    if (rowIds) {
      const items = rowIds.map((source_id) => ({ source_type: "dataset_row" as const, source_id }));
      return some.mutate(
        { queue_id, items },
        { onSuccess: ({ added, duplicates, errors }) => finish({ added, duplicates, failed: errors.length }) },
      );
    }
    controller.current = new AbortController();
    const { signal } = controller.current;
    const onProgress = (done: number, total: number) => setProgress({ done, total });
    all.mutate({ dataset_id, queue_id, signal, onProgress }, { onSuccess: finish, onError: () => setProgress(null) });
  };
  return {
    add,
    progress,
    isPending: all.isPending || some.isPending,
    error: all.error ?? some.error,
    stop: () => controller.current?.abort(),
    reset: () => {
      all.reset();
      some.reset();
    },
  };
}

export const tellAdded = (sum: AddedRows): void =>
  toast.done({ title: sum.added === 1 ? "1 item added" : `${sum.added} items added`, ...asideOf(sum) });

/** What was left out, if anything was. */
function asideOf({ duplicates, failed }: AddedRows): { description?: string } {
  const said = [
    duplicates > 0 ? `${duplicates} were in the queue already.` : "",
    failed > 0 ? `${failed} could not be added.` : "",
  ].filter(Boolean);
  return said.length > 0 ? { description: said.join(" ") } : {};
}
