import { HydrationBoundary } from "@tanstack/react-query";
import type { Metadata } from "next";
import { prefetch, read } from "@/app/_server/prefetch";
import * as verbs from "@/lib/accounts/first-steps";
import { listQueues } from "@/lib/annotation/queues/list-queues";
import { queuesInput } from "@/lib/client/annotation";
import { links } from "@/lib/client/links";
import { getFirstSteps } from "@/lib/contracts/accounts/first-steps";
import * as queues from "@/lib/contracts/annotation/queues/queues";
import { HomeScreen } from "./_components/home/home-screen";

export const metadata: Metadata = { title: "Home" };

export default async function HomePage() {
  const state = await prefetch(
    links.home(),
    read(queues.listQueues, listQueues, queuesInput()),
    read(getFirstSteps, verbs.getFirstSteps, {}),
  );
  return (
    <HydrationBoundary state={state}>
      <HomeScreen />
    </HydrationBoundary>
  );
}
