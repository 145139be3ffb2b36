import type { Metadata } from "next";
import { read } from "@/app/_server/prefetch";
import { requireCaller } from "@/app/_server/session";
import { withReads } from "@/app/_server/with-reads";
import { listLabels } from "@/lib/annotation/labels/list-labels";
import { links } from "@/lib/client/links";
import * as labels from "@/lib/contracts/annotation/labels";
import { oneOf } from "../../_components/address";
import { NewQueueScreen } from "./_components/new-queue-screen";
import { templateNames } from "./_components/templates";

export const metadata: Metadata = { title: "Create a queue" };

export default async function NewQueuePage({ searchParams }: { searchParams: Promise<Record<string, string>> }) {
  const search = await searchParams;
  const { role } = await requireCaller(links.newQueue());
  return withReads(
    links.newQueue(),
    [read(labels.listLabels, listLabels, { limit: 500 })],
    <NewQueueScreen
      role={role}
      template={oneOf(templateNames, search.template) ?? null}
      datasetId={search.dataset ?? null}
      name={(search.name ?? "").slice(0, 255)}
    />,
  );
}
