import { HydrationBoundary } from "@tanstack/react-query";
import type { Metadata } from "next";
import { prefetch, read } from "@/app/_server/prefetch";
import { listQueues } from "@/lib/annotation/queues/list-queues";
import { queuesInput } from "@/lib/client/annotation";
import { links } from "@/lib/client/links";
import { listQueues as contract } from "@/lib/contracts/annotation/queues/queues";
import { queueFilterOf } from "./_components/queue-filter";
import { QueuesScreen } from "./_components/queues-screen";

export const metadata: Metadata = { title: "Queues" };

export default async function QueuesPage({ searchParams }: { searchParams: Promise<Record<string, string>> }) {
  const search = await searchParams;
  const filter = queueFilterOf((name) => search[name]);
  const state = await prefetch(links.queues(), read(contract, listQueues, queuesInput(filter)));
  return (
    <HydrationBoundary state={state}>
      <QueuesScreen />
    </HydrationBoundary>
  );
}
