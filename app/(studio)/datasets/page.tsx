import type { Metadata } from "next";
import { read } from "@/app/_server/prefetch";
import { withReads } from "@/app/_server/with-reads";
import { datasetsInput } from "@/lib/client/datasets";
import { links } from "@/lib/client/links";
import { listDatasets as contract } from "@/lib/contracts/datasets/datasets";
import { listDatasets } from "@/lib/datasets/datasets";
import { datasetFilterOf } from "./_components/dataset-filter";
import { DatasetsScreen } from "./_components/datasets-screen";

export const metadata: Metadata = { title: "Datasets" };

export default async function DatasetsPage({ searchParams }: { searchParams: Promise<Record<string, string>> }) {
  const search = await searchParams;
  const filter = datasetFilterOf((name) => search[name]);
  return withReads(links.datasets(), [read(contract, listDatasets, datasetsInput(filter))], <DatasetsScreen />);
}
