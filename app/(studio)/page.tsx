import { HydrationBoundary } from "@tanstack/react-query";
import type { Metadata } from "next";
import { prefetch, read } from "@/app/_server/prefetch";
import { listQueues } from "@/lib/annotation/queues/queues";
import { queuesInput } from "@/lib/client/annotation";
import { datasetsInput } from "@/lib/client/datasets";
import { links } from "@/lib/client/links";
import * as queues from "@/lib/contracts/annotation/queues";
import * as datasets from "@/lib/contracts/datasets/datasets";
import { listDatasets } from "@/lib/datasets/datasets";
import { HomeScreen } from "./_components/home/home-screen";

export const metadata: Metadata = { title: "Home" };

export default async function HomePage() {
  const state = await prefetch(
    links.home(),
    read(queues.listQueues, listQueues, queuesInput()),
    read(datasets.listDatasets, listDatasets, datasetsInput()),
  );
  return (
    <HydrationBoundary state={state}>
      <HomeScreen />
    </HydrationBoundary>
  );
}
