"use client";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useAddress } from "@/app/_components/use-address";
import { ErrorState } from "@/app/_ui/feedback/error-state";
import { PageBody } from "@/app/_ui/page/page-body";
import { PageHeader } from "@/app/_ui/page/page-header";
import { Tabs } from "@/app/_ui/page/tabs";
import { links } from "@/lib/client/links";
import { progressQuery, queueQuery } from "@/lib/client/queues/work-queries";
import { mayReview } from "@/lib/client/roles";
import type { Queue } from "@/lib/contracts/annotation/queues/shapes";
import { oneOf } from "../../../_components/address";
import { QueueStatus } from "../../../_components/queue-status";
import { DueDate } from "../../../_components/queues/due-date";
import { AddItemsDialog } from "./adding/add-items-dialog";
import { AgreementTab } from "./agreement/agreement-tab";
import { AnalyticsTab } from "./analytics/analytics-tab";
import { AsksNothing } from "./asks-nothing";
import { ExportsTab } from "./exports/exports-tab";
import { noFilters } from "./items/item-query";
import { ItemsTab } from "./items/items-tab";
import { LabelsTab } from "./labels-tab";
import { LayoutTab } from "./layout/layout-tab";
import { MembersTab } from "./members-tab";
import { ForecastLine } from "./progress/forecast-line";
import { ProgressTab } from "./progress/progress-tab";
import { QueueActions } from "./queue-actions";
import { QueueSkeleton } from "./queue-skeleton";
import { SettingsTab } from "./settings-tab";
import { SuggestionsTab } from "./suggestions/suggestions-tab";

const tabNames = [
  "items",
  "progress",
  "analytics",
  "agreement",
  "suggestions",
  "layout",
  "labels",
  "members",
  "exports",
  "settings",
] as const;
/** Parameters of one tab, dropped when another is opened. */
const noParameters: Record<string, null> = {
  ...noFilters,
  page: null,
  sort: null,
  columns: null,
  measure: null,
  of: null,
  two: null,
  who: null,
};

const reportWords = {
  progress: "Progress",
  analytics: "Analytics",
  agreement: "Agreement",
  suggestions: "Suggestions",
} as const;

export function QueueScreen({ queueId }: { queueId: string }) {
  const { data: queue, error, refetch } = useQuery(queueQuery(queueId));
  if (error) {
    return (
      <PageBody>
        <ErrorState title="The queue could not be loaded" error={error} onRetry={refetch} />
      </PageBody>
    );
  }
  return queue ? <Shown queue={queue} /> : <QueueSkeleton />;
}

function Shown({ queue }: { queue: Queue }) {
  const { get, set } = useAddress();
  const [adding, setAdding] = useState(false);
  const { data: progress } = useQuery(progressQuery(queue.id));
  const manages = queue.viewer_roles.includes("manager");
  const { tab, reports } = tabIn(queue, get("tab"));
  const add = () => setAdding(true);
  return (
    <PageBody>
      <PageHeader
        parent={{ href: links.queues(), label: "Queues" }}
        title={queue.name}
        status={
          <>
            <QueueStatus status={queue.status} />
            <DueDate queue={{ ...queue, item_count: progress?.total, completed_count: progress?.completed }} />
          </>
        }
        description={<About queue={queue} />}
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
      {manages && queue.labels.length === 0 ? <AsksNothing queueId={queue.id} /> : null}
      <Tabs
        label="Queue sections"
        value={tab}
        onChange={(next) => set({ ...noParameters, tab: next === "items" ? null : next })}
        tabs={[
          { value: "items", label: "Items", count: progress?.total },
          ...reports.map((value) => ({ value, label: reportWords[value] })),
          ...(manages ? [{ value: "layout" as const, label: "Layout" }] : []),
          { value: "labels", label: "Labels", count: queue.labels.length },
          { value: "members", label: "Members", count: queue.annotators.length },
          { value: "exports", label: "Exports" },
          { value: "settings", label: "Settings" },
        ]}
      >
        <TabContent {...{ tab, queue, manages }} onAdd={add} />
      </Tabs>
      <AddItemsDialog open={adding} onOpenChange={setAdding} queueId={queue.id} />
    </PageBody>
  );
}

/** What the queue is, and for those who oversee it, when it will be done. */
function About({ queue }: { queue: Queue }) {
  const isUnderWay = queue.status === "active" || queue.status === "paused";
  if (!isUnderWay || !mayReview(queue.viewer_roles)) return queue.description;
  return (
    <>
      {queue.description ? <p>{queue.description}</p> : null}
      <ForecastLine queueId={queue.id} />
    </>
  );
}

type TabName = (typeof tabNames)[number];
type Report = keyof typeof reportWords;

/** The open tab, and the reports that the person may read. */
function tabIn(queue: Queue, named: string | undefined): { tab: TabName; reports: readonly Report[] } {
  // Annotators see the progress only: the answers of others would bias them.
  const reports: readonly Report[] = mayReview(queue.viewer_roles)
    ? ["progress", "analytics", "agreement", "suggestions"]
    : ["progress"];
  const tab = oneOf(tabNames, named) ?? "items";
  if (!Object.hasOwn(reportWords, tab)) return { tab, reports };
  return { tab: oneOf<TabName>(reports, tab) ?? reports[0] ?? "items", reports };
}

interface TabContentProps {
  tab: TabName;
  queue: Queue;
  manages: boolean;
  onAdd: () => void;
}

const TabContent = ({ tab, queue, manages, onAdd }: TabContentProps) =>
  ({
    items: <ItemsTab queue={queue} manages={manages} onAdd={onAdd} />,
    progress: <ProgressTab queueId={queue.id} oversees={mayReview(queue.viewer_roles)} />,
    analytics: <AnalyticsTab queueId={queue.id} />,
    agreement: <AgreementTab queue={queue} />,
    suggestions: <SuggestionsTab queue={queue} manages={manages} />,
    layout: <LayoutTab queue={queue} manages={manages} onAdd={onAdd} />,
    labels: <LabelsTab queue={queue} manages={manages} />,
    members: <MembersTab queue={queue} manages={manages} />,
    exports: <ExportsTab queue={queue} manages={manages} />,
    settings: <SettingsTab queue={queue} manages={manages} />,
  })[tab];
