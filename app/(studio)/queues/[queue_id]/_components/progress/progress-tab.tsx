"use client";
import { useQuery } from "@tanstack/react-query";
import type { z } from "zod";
import { EmptyState } from "@/app/_ui/feedback/empty-state";
import { ErrorState } from "@/app/_ui/feedback/error-state";
import { TableSkeleton } from "@/app/_ui/feedback/skeleton";
import { countedOf } from "@/app/_ui/figure/numbers";
import { Table } from "@/app/_ui/list/table";
import { progressQuery } from "@/lib/client/queues/work-queries";
import type { progress } from "@/lib/contracts/annotation/queues/progress";
import { StatusBars } from "./status-bars";
import { WorkloadReport } from "./workload-report";

type Stats = z.infer<typeof progress>["annotator_stats"][number];

const figures = [
  { key: "completed", header: "Completed", wide: false },
  { key: "in_progress", header: "In progress", wide: true },
  { key: "in_review", header: "In review", wide: true },
  { key: "pending", header: "Pending", wide: true },
  { key: "annotations_count", header: "Scores", wide: false },
] as const;

interface Props {
  queueId: string;
  /** Managers and reviewers also see who has how much left. */
  oversees: boolean;
}

export function ProgressTab({ queueId, oversees }: Props) {
  const { data, error, refetch } = useQuery(progressQuery(queueId));
  if (error) return <ErrorState title="The progress could not be loaded" error={error} onRetry={refetch} />;
  if (!data) return <TableSkeleton columns={4} rows={5} />;
  if (data.total === 0)
    return <EmptyState title="Nothing to count yet">Add items to see their progress here.</EmptyState>;
  return (
    <div className="grid max-w-4xl gap-8">
      <section aria-labelledby="by-status">
        <h2 id="by-status" className="mb-3 text-base font-medium">
          {countedOf(data.completed, data.total, "item")} completed
          <span className="ml-2 font-normal text-faint tabular-nums">{data.progress_pct} %</span>
        </h2>
        <StatusBars progress={data} />
      </section>
      {oversees ? <WorkloadReport queueId={queueId} /> : <Annotators people={data.annotator_stats} />}
    </div>
  );
}

function Annotators({ people }: { people: Stats[] }) {
  return (
    <section aria-labelledby="by-annotator">
      <h2 id="by-annotator" className="mb-2 text-base font-medium">
        By annotator
      </h2>
      {people.length === 0 ? (
        <p className="text-soft">No annotations yet.</p>
      ) : (
        <Table<Stats>
          caption="Items and scores by annotator"
          rows={people}
          rowKey={(person) => person.user_id}
          columns={[
            {
              key: "name",
              header: "Annotator",
              cell: (person) => <span className="font-medium">{person.name}</span>,
            },
            ...figures.map(({ key, header, wide }) => ({
              key,
              header,
              align: "right" as const,
              wide,
              width: "w-24",
              cell: (person: Stats) => person[key],
            })),
          ]}
        />
      )}
    </section>
  );
}
