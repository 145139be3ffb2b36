"use client";
import { useMutation } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { addItems } from "@/lib/client/annotation";
import { addAllRows } from "@/lib/client/datasets";
import { showAdded, showAddResult } from "../../../../_components/show-added";

interface Progress {
  done: number;
  total: number;
}

/** Adds all or the selected rows of a dataset, and shows the result. */
export function useAddRows(queue_id: string, onDone: () => void) {
  const all = useMutation(addAllRows);
  const some = useMutation(addItems);
  const controller = useRef<AbortController | null>(null);
  const [progress, setProgress] = useState<Progress | null>(null);
  const finish = (tell: () => void) => {
    setProgress(null);
    onDone();
    tell();
  };
  const add = (dataset_id: string, rowIds: string[] | null) => {
    if (rowIds) {
      const items = rowIds.map((source_id) => ({ source_type: "dataset_row" as const, source_id }));
      return some.mutate({ queue_id, items }, { onSuccess: (answer) => finish(() => showAddResult(answer)) });
    }
    controller.current = new AbortController();
    const { signal } = controller.current;
    const onProgress = (done: number, total: number) => setProgress({ done, total });
    all.mutate(
      { dataset_id, queue_id, signal, onProgress },
      { onSuccess: (sum) => finish(() => showAdded(sum)), onError: () => setProgress(null) },
    );
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
