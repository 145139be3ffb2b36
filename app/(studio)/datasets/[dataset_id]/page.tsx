import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { read } from "@/app/_server/prefetch";
import { withReads } from "@/app/_server/with-reads";
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
  const { search: text = "", sort = "", filters = "" } = search;
  // A parameter that is there twice is a list.
  const filter = { dataset_id, page: pageOfRow(rowNumberOf(search.row)), search: text, sort: String(sort), filters };
  return withReads(
    links.dataset(dataset_id),
    [read(contract, getDatasetTable, datasetTableInput(filter))],
    <DatasetScreen datasetId={dataset_id} />,
  );
}
