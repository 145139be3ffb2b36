"use client";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useAddress } from "@/app/_components/use-address";
import { ErrorState } from "@/app/_ui/feedback/error-state";
import { PageBody } from "@/app/_ui/page/page-body";
import { PageHeader } from "@/app/_ui/page/page-header";
import { Tabs } from "@/app/_ui/page/tabs";
import { progressQuery, queueQuery } from "@/lib/client/annotation";
import { links } from "@/lib/client/links";
import { mayReview } from "@/lib/client/roles";
import { oneOf } from "../../../_components/address";
import { QueueStatus } from "../../../_components/queue-status";
import { AddItemsDialog } from "./add-items-dialog";
import { AgreementTab } from "./agreement/agreement-tab";
import { AnalyticsTab } from "./analytics/analytics-tab";
import { AsksNothing } from "./asks-nothing";
import { ExportsTab } from "./exports-tab";
import { ItemsTab } from "./items-tab";
import { LabelsTab } from "./labels-tab";
import { MembersTab } from "./members-tab";
import { ProgressTab } from "./progress-tab";
import { QueueActions } from "./queue-actions";
import { QueueSkeleton } from "./queue-skeleton";
import { SettingsTab } from "./settings-tab";

const tabNames = ["items", "progress", "analytics", "agreement", "labels", "members", "exports", "settings"] as const;
/** Parameters of one tab, dropped when another is opened. */
const noFilters = { page: null, status: null, mine: null, purpose: null, disagreement: null, measure: null };

const reportWords = { progress: "Progress", analytics: "Analytics", agreement: "Agreement" } as const;

export function QueueScreen({ queueId }: { queueId: string }) {
  const { get, set } = useAddress();
  const [adding, setAdding] = useState(false);
  const { data: queue, error, refetch } = useQuery(queueQuery(queueId));
  const { data: progress } = useQuery(progressQuery(queueId));
  if (error) {
    return (
      <PageBody>
        <ErrorState title="The queue could not be loaded" error={error} onRetry={refetch} />
      </PageBody>
    );
  }
  if (!queue) return <QueueSkeleton />;
  const manages = queue.viewer_roles.includes("manager");
  const reviews = mayReview(queue.viewer_roles);
  // Annotators see the progress only: the answers of others would bias them.
  const reports = reviews ? (["analytics", "agreement"] as const) : (["progress"] as const);
  const named = oneOf(tabNames, get("tab")) ?? "items";
  const isReport = named === "progress" || named === "analytics" || named === "agreement";
  const tab = isReport ? (oneOf<(typeof tabNames)[number]>(reports, named) ?? reports[0]) : named;
  const add = () => setAdding(true);
  return (
    <PageBody>
      <PageHeader
        parent={{ href: links.queues(), label: "Queues" }}
        title={queue.name}
        status={<QueueStatus status={queue.status} />}
        description={queue.description}
        actions={
          <QueueActions
            queue={queue}
            itemCount={progress?.total}
            reviewable={progress?.reviewable}
            manages={manages}
            onAdd={add}
          />
        }
      />
      {manages && queue.labels.length === 0 ? <AsksNothing queueId={queueId} /> : null}
      <Tabs
        label="Queue sections"
        value={tab}
        onChange={(next) => set({ ...noFilters, tab: next === "items" ? null : next })}
        tabs={[
          { value: "items", label: "Items", count: progress?.total },
          ...reports.map((value) => ({ value, label: reportWords[value] })),
          { value: "labels", label: "Labels", count: queue.labels.length },
          { value: "members", label: "Members", count: queue.annotators.length },
          { value: "exports", label: "Exports" },
          { value: "settings", label: "Settings" },
        ]}
      >
        {tab === "items" ? <ItemsTab queue={queue} manages={manages} onAdd={add} /> : null}
        {tab === "progress" ? <ProgressTab queueId={queueId} /> : null}
        {tab === "analytics" ? <AnalyticsTab queueId={queueId} /> : null}
        {tab === "agreement" ? <AgreementTab queue={queue} /> : null}
        {tab === "labels" ? <LabelsTab queue={queue} manages={manages} /> : null}
        {tab === "members" ? <MembersTab queue={queue} manages={manages} /> : null}
        {tab === "exports" ? <ExportsTab queueId={queueId} manages={manages} /> : null}
        {tab === "settings" ? <SettingsTab queue={queue} manages={manages} /> : null}
      </Tabs>
      <AddItemsDialog open={adding} onOpenChange={setAdding} queueId={queueId} />
    </PageBody>
  );
}
