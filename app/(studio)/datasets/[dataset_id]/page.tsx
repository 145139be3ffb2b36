import { HydrationBoundary } from "@tanstack/react-query";
import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { prefetch, read } from "@/app/_server/prefetch";
import { datasetTableInput, pageOfRow } from "@/lib/client/datasets";
import { links } from "@/lib/client/links";
import { getDatasetTable as contract } from "@/lib/contracts/datasets/table";
import { getDatasetTable } from "@/lib/datasets/table";
import { rowNumberOf } from "../_components/row-number";
import { DatasetScreen } from "./_components/dataset-screen";
import { addressOfRow } from "./_server/address-of-row";

export const metadata: Metadata = { title: "Dataset" };

interface Props {
  params: Promise<{ dataset_id: string }>;
  searchParams: Promise<Record<string, string>>;
}

export default async function DatasetPage({ params, searchParams }: Props) {
  const [{ dataset_id }, search] = await Promise.all([params, searchParams]);
  if (search.row_id) redirect(await addressOfRow(dataset_id, search.row_id));
  const filter = { dataset_id, page: pageOfRow(rowNumberOf(search.row)), search: search.search ?? "" };
  const state = await prefetch(links.dataset(dataset_id), read(contract, getDatasetTable, datasetTableInput(filter)));
  return (
    <HydrationBoundary state={state}>
      <DatasetScreen datasetId={dataset_id} />
    </HydrationBoundary>
  );
}
