import { HydrationBoundary } from "@tanstack/react-query";
import type { Metadata } from "next";
import { prefetch, read } from "@/app/_server/prefetch";
import { requireCaller } from "@/app/_server/session";
import { getDeskKeys } from "@/lib/accounts/desk-keys";
import { getQueue } from "@/lib/annotation/queues/queues";
import { getQueueProgress } from "@/lib/annotation/reports/progress";
import { links } from "@/lib/client/links";
import * as deskKeyContracts from "@/lib/contracts/accounts/desk-keys";
import * as progressContracts from "@/lib/contracts/annotation/queues/progress";
import * as queues from "@/lib/contracts/annotation/queues/queues";
import { OwnDeskKeys } from "../../../_components/own-desk-keys";
import { ReviewDesk } from "./_components/review-desk";

export const metadata: Metadata = { title: "Review" };

interface Props {
  params: Promise<{ queue_id: string }>;
  searchParams: Promise<Record<string, string>>;
}

export default async function ReviewPage({ params, searchParams }: Props) {
  const { queue_id } = await params;
  const address = links.review(queue_id, await searchParams);
  const { userId } = await requireCaller(address);
  const state = await prefetch(
    address,
    read(queues.getQueue, getQueue, { queue_id }),
    read(deskKeyContracts.getDeskKeys, getDeskKeys, {}),
    read(progressContracts.getQueueProgress, getQueueProgress, { queue_id }),
  );
  return (
    <HydrationBoundary state={state}>
      <OwnDeskKeys>
        <ReviewDesk queueId={queue_id} userId={userId} />
      </OwnDeskKeys>
    </HydrationBoundary>
  );
}
