"use client";
import { useRouter } from "next/navigation";
import { toast } from "@/app/_ui/feedback/toast";
import { importDataset } from "@/lib/client/datasets";
import { links } from "@/lib/client/links";
import { rowsImported } from "../../_components/rows-imported";
import { useUpload } from "../../_components/use-upload";

/** Sends the file, then opens the dataset. */
export function useImport() {
  const router = useRouter();
  return useUpload(importDataset, ({ dataset_id, rows_created }) => {
    toast.done({ title: rowsImported(rows_created) });
    router.push(links.dataset(dataset_id));
  });
}
