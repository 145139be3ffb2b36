"use client";
import { useMutation } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useRef, useState } from "react";
import { toast } from "@/app/_ui/feedback/toast";
import { importDataset } from "@/lib/client/datasets";
import { links } from "@/lib/client/links";

/** Sends the file, then opens the dataset. */
export function useImport() {
  const router = useRouter();
  const { mutate, isPending, isSuccess, error, reset } = useMutation(importDataset);
  const controller = useRef<AbortController | null>(null);
  const [share, setShare] = useState(0);
  const start = (file: File, name: string) => {
    controller.current = new AbortController();
    setShare(0);
    mutate(
      { file, name, signal: controller.current.signal, onProgress: setShare },
      {
        onSuccess: ({ dataset_id, rows_created }) => {
          toast.done({ title: `${rows_created.toLocaleString("en")} ${rows_created === 1 ? "row" : "rows"} imported` });
          router.push(links.dataset(dataset_id));
        },
      },
    );
  };
  const stopped = error?.name === "AbortError";
  return {
    start,
    stop: () => controller.current?.abort(),
    reset,
    share,
    isPending: isPending || isSuccess,
    error: stopped ? null : error,
  };
}
