import type { Metadata } from "next";
import { read } from "@/app/_server/prefetch";
import { withReads } from "@/app/_server/with-reads";
import { listItems } from "@/lib/annotation/contents/items";
import { getQueue } from "@/lib/annotation/queues/queues";
import { getQueueProgress } from "@/lib/annotation/reports/progress";
import { getQueueWorkload } from "@/lib/annotation/reports/workload";
import { itemsInput } from "@/lib/client/annotation";
import { links } from "@/lib/client/links";
import * as items from "@/lib/contracts/annotation/items";
import * as progressContracts from "@/lib/contracts/annotation/queues/progress";
import * as queues from "@/lib/contracts/annotation/queues/queues";
import * as workload from "@/lib/contracts/annotation/queues/workload";
import { itemFilterOf } from "./_components/items/item-query";
import { QueueScreen } from "./_components/queue-screen";

export const metadata: Metadata = { title: "Queue" };

interface Props {
  params: Promise<{ queue_id: string }>;
  searchParams: Promise<Record<string, string>>;
}

export default async function QueuePage({ params, searchParams }: Props) {
  const { queue_id } = await params;
  const search = await searchParams;
  const filter = itemFilterOf(queue_id, (name) => search[name]);
  return withReads(
    links.queue(queue_id, search.tab),
    [
      read(queues.getQueue, getQueue, { queue_id }),
      read(progressContracts.getQueueProgress, getQueueProgress, { queue_id }),
      read(workload.getQueueWorkload, getQueueWorkload, { queue_id }),
      read(items.listItems, listItems, itemsInput(filter)),
    ],
    <QueueScreen queueId={queue_id} />,
  );
}
