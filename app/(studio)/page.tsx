import type { Metadata } from "next";
import { read } from "@/app/_server/prefetch";
import { withReads } from "@/app/_server/with-reads";
import * as verbs from "@/lib/accounts/first-steps";
import { listQueues } from "@/lib/annotation/queues/list-queues";
import { draftQueuesInput, openQueuesInput } from "@/lib/client/annotation";
import { links } from "@/lib/client/links";
import { getFirstSteps } from "@/lib/contracts/accounts/first-steps";
import * as queues from "@/lib/contracts/annotation/queues/queues";
import { HomeScreen } from "./_components/home/home-screen";

export const metadata: Metadata = { title: "Home" };

export default function HomePage() {
  return withReads(
    links.home(),
    [
      read(queues.listQueues, listQueues, openQueuesInput()),
      read(queues.listQueues, listQueues, draftQueuesInput()),
      read(getFirstSteps, verbs.getFirstSteps, {}),
    ],
    <HomeScreen />,
  );
}
