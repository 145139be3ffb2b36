"use client";
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useId, useState } from "react";
import { EmptyState } from "@/app/_ui/feedback/empty-state";
import { ErrorState } from "@/app/_ui/feedback/error-state";
import { Missing } from "@/app/_ui/feedback/missing";
import { countedOf, countText, durationText, quantity } from "@/app/_ui/figure/numbers";
import { TableSwitch } from "@/app/_ui/figure/table-switch";
import { labelsOfQueueQuery } from "@/lib/client/annotation";
import { progressQuery } from "@/lib/client/queues/work-queries";
import { analyticsQuery, readerTimeZone } from "@/lib/client/reports";
import type { TimePerItem } from "@/lib/contracts/annotation/reports";
import { StatusBars } from "../progress/status-bars";
import { AnalyticsSkeleton } from "./analytics-skeleton";
import { AnnotatorTable } from "./annotator-table";
import { LabelDistribution } from "./label-distribution";
import { Preferences } from "./preferences";
import { Throughput } from "./throughput";
import { throughputText } from "./throughput-text";

/** The work in a queue: progress, speed, annotators and answers. */
export function AnalyticsTab({ queueId }: { queueId: string }) {
  const [asTables, setAsTables] = useState(false);
  const analytics = useQuery(analyticsQuery(queueId));
  const progress = useQuery(progressQuery(queueId));
  const labels = useQuery(labelsOfQueueQuery(queueId));
  const error = analytics.error ?? progress.error;
  if (error) {
    const retry = () => void Promise.all([analytics.refetch(), progress.refetch()]);
    return <ErrorState title="The analytics could not be loaded" error={error} onRetry={retry} />;
  }
  if (!analytics.data || !progress.data) return <AnalyticsSkeleton />;
  if (progress.data.total === 0) {
    return <EmptyState title="Nothing to count yet">Add items to see the work on them here.</EmptyState>;
  }
  const { throughput, annotator_performance, label_distribution, status_breakdown, time_per_item } = analytics.data;
  const settingsOf = (id: string) => labels.data?.results.find((label) => label.id === id)?.settings;
  const { completed, total, progress_pct } = progress.data;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-9">
      <div className="grid grid-cols-[minmax(0,1fr)] gap-x-12 gap-y-9 lg:grid-cols-2">
        <Part
          title={`${countedOf(completed, total, "item")} completed`}
          aside={`${progress_pct} %`}
          action={<TableSwitch asTables={asTables} onChange={setAsTables} />}
        >
          <StatusBars progress={progress.data} />
          <SentBack {...status_breakdown} />
        </Part>
        <Part title="Annotations per day" aside={throughputText(throughput.daily, readerTimeZone())}>
          <Throughput daily={throughput.daily} asTable={asTables} />
        </Part>
      </div>
      <Part title="Annotators" aside={<TimeText time={time_per_item} />}>
        <AnnotatorTable people={annotator_performance} />
      </Part>
      <Part title="Answers">
        <div className="grid grid-cols-[minmax(0,1fr)] gap-x-12 gap-y-7 lg:grid-cols-2">
          {Object.entries(label_distribution).map(([id, answers]) => (
            <LabelDistribution key={id} answers={answers} settings={settingsOf(id)} asTable={asTables} />
          ))}
        </div>
      </Part>
      {Object.values(label_distribution).some(({ type }) => type === "preference") ? (
        <Part title="Preferences" aside="The chance to be preferred, by Bradley and Terry’s model">
          <Preferences queueId={queueId} asTable={asTables} />
        </Part>
      ) : null}
    </div>
  );
}

interface PartProps {
  title: string;
  aside?: ReactNode;
  action?: ReactNode;
  children: ReactNode;
}

function Part({ title, aside, action, children }: PartProps) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="min-w-0">
      <div className="mb-3 flex min-h-8 flex-wrap items-center gap-x-3 gap-y-1">
        <h2 id={id} className="text-base font-medium tabular-nums">
          {title}
        </h2>
        <span className="mr-auto text-faint tabular-nums">{aside}</span>
        {action}
      </div>
      {children}
    </section>
  );
}

/** Details of two statuses in the bars. */
function SentBack({ needs_changes, resubmitted }: { needs_changes: number; resubmitted: number }) {
  const notes = [
    needs_changes > 0 ? `${countText(needs_changes)} of those in progress were sent back for changes.` : "",
    resubmitted > 0 ? `${countText(resubmitted)} of those in review were resubmitted.` : "",
  ].filter(Boolean);
  return notes.length > 0 ? <p className="mt-2 text-soft tabular-nums">{notes.join(" ")}</p> : null;
}

function TimeText({ time: { items, median_ms, mean_ms } }: { time: TimePerItem }) {
  if (median_ms === null || mean_ms === null) return <Missing reason="No times recorded yet" />;
  return `${durationText(median_ms)} per item (median; mean ${durationText(mean_ms)}; ${quantity(items, "completion")})`;
}
