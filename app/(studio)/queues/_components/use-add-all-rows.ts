"use client";
import { useMutation } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { type AddedRows, addAllRows } from "@/lib/client/datasets";

/** Adds every row of a dataset to a queue, part by part. It takes long, so it shows its progress and can be stopped. */
export function useAddAllRows() {
  const { mutate, error, isPending, isSuccess, reset } = useMutation(addAllRows);
  const controller = useRef<AbortController | null>(null);
  const [progress, setProgress] = useState<{ done: number; total: number } | null>(null);
  const forget = () => setProgress(null);
  const add = (dataset_id: string, queue_id: string, onAdded: (sum: AddedRows) => void) => {
    controller.current = new AbortController();
    const { signal } = controller.current;
    const onProgress = (done: number, total: number) => setProgress({ done, total });
    mutate({ dataset_id, queue_id, signal, onProgress }, { onSuccess: onAdded, onError: forget });
  };
  return { add, forget, stop: () => controller.current?.abort(), progress, error, isPending, isSuccess, reset };
}
