import type { Metadata } from "next";
import { read } from "@/app/_server/prefetch";
import { withReads } from "@/app/_server/with-reads";
import { listLabels } from "@/lib/annotation/labels/list-labels";
import { labelsInput } from "@/lib/client/annotation";
import { links } from "@/lib/client/links";
import { listLabels as contract } from "@/lib/contracts/annotation/labels";
import { labelFilterOf } from "./_components/label-filter";
import { LabelsScreen } from "./_components/labels-screen";

export const metadata: Metadata = { title: "Labels" };

export default async function LabelsPage({ searchParams }: { searchParams: Promise<Record<string, string>> }) {
  const search = await searchParams;
  const filter = labelFilterOf((name) => search[name]);
  return withReads(links.labels(), [read(contract, listLabels, labelsInput(filter))], <LabelsScreen />);
}
