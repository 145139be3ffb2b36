import type { Metadata } from "next";
import { read } from "@/app/_server/prefetch";
import { withReads } from "@/app/_server/with-reads";
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
  return withReads(links.queues(), [read(contract, listQueues, queuesInput(filter))], <QueuesScreen />);
}
