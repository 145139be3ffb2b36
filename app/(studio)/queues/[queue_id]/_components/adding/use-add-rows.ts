"use client";
import { useMutation } from "@tanstack/react-query";
import { addItems } from "@/lib/client/annotation";
import { showAdded, showAddResult } from "../../../../_components/show-added";
import { useAddAllRows } from "../../../_components/use-add-all-rows";

/** Adds all or the selected rows of a dataset, and shows the result. */
export function useAddRows(queue_id: string, onDone: () => void) {
  const all = useAddAllRows();
  const some = useMutation(addItems);
  const add = (dataset_id: string, rowIds: string[] | null) => {
    if (rowIds === null) {
      return all.add(dataset_id, queue_id, (sum) => {
        all.forget();
        onDone();
        showAdded(sum);
      });
    }
    const items = rowIds.map((source_id) => ({ source_type: "dataset_row" as const, source_id }));
    const onSuccess = (answer: Parameters<typeof showAddResult>[0]) => {
      onDone();
      showAddResult(answer);
    };
    some.mutate({ queue_id, items }, { onSuccess });
  };
  return {
    add,
    progress: all.progress,
    isPending: all.isPending || some.isPending,
    error: all.error ?? some.error,
    stop: all.stop,
    reset: () => {
      all.reset();
      some.reset();
    },
  };
}
