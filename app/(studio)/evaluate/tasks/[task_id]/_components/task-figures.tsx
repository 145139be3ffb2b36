"use client";
import { useMutation, useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { Button } from "@/app/_ui/button/button";
import { ErrorState } from "@/app/_ui/feedback/error-state";
import { Missing } from "@/app/_ui/feedback/missing";
import { Skeleton } from "@/app/_ui/feedback/skeleton";
import { Status } from "@/app/_ui/feedback/status";
import { DayPlot } from "@/app/_ui/figure/day-plot";
import { countText, dayText } from "@/app/_ui/figure/numbers";
import { Table } from "@/app/_ui/list/table";
import { Cost, usdOfMicros } from "@/app/(studio)/_components/cost";
import { retryEvalTask, taskFiguresQuery } from "@/lib/client/evaluation/tasks";
import type { Output } from "@/lib/contracts/contract";
import type { EvaluationTask } from "@/lib/contracts/evaluation/shapes/task-shapes";
import type { getEvalTaskFigures } from "@/lib/contracts/evaluation/span-scores";
import { domainOf, meanText, rangeText } from "./means";

const DAYS = 30;
const TICK_EVERY = 7;
const POLL_MS = 3000;
type Figures = Output<typeof getEvalTaskFigures>;
type Evaluation = Figures["evaluations"][number];

interface Props {
  task: EvaluationTask;
  isBusy: boolean;
  asTables: boolean;
  may: boolean;
  actions: ReactNode;
}

/** A task's recent scores by evaluation, and the reasons for missing scores. */
export function TaskFigures({ task, isBusy, asTables, may, actions }: Props) {
  const found = useQuery({ ...taskFiguresQuery(task.id, DAYS), refetchInterval: isBusy ? POLL_MS : false });
  return (
    <section aria-label="Scores over time" className="grid grid-cols-[minmax(0,1fr)] gap-6">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h2 className="text-base font-medium">The last {DAYS} days</h2>
        {actions}
      </div>
      {found.isError ? (
        <ErrorState title="The figures could not be loaded" error={found.error} onRetry={() => found.refetch()} />
      ) : found.data ? (
        <>
          {found.data.evaluations.map((evaluation) => (
            <EvaluationFigure key={evaluation.id} evaluation={evaluation} asTable={asTables} />
          ))}
          <Reasons task={task} figures={found.data} may={may} />
        </>
      ) : (
        <Skeleton className="h-40" />
      )}
    </section>
  );
}

function EvaluationFigure({ evaluation, asTable }: { evaluation: Evaluation; asTable: boolean }) {
  const { name, total } = evaluation;
  return (
    <section aria-label={name} className="grid grid-cols-[minmax(0,1fr)] gap-2">
      <Totals evaluation={evaluation} />
      {asTable ? (
        <DayTable evaluation={evaluation} />
      ) : total.mean === null ? null : (
        <DayMeans evaluation={evaluation} mean={total.mean} />
      )}
    </section>
  );
}

/** The mean of all days, and how many spans have a score. */
function Totals({ evaluation: { name, total, output_type: type } }: { evaluation: Evaluation }) {
  const { mean, interval, scored, unscored, error, open } = total;
  return (
    <div className="flex flex-wrap items-baseline gap-x-4 gap-y-1">
      <h3 className="font-medium wrap-anywhere">{name}</h3>
      <p className="text-lg font-semibold tabular-nums">
        {mean === null ? <Missing reason="No span has a score" /> : meanText(type, mean)}
      </p>
      <p className="flex flex-wrap gap-x-3 text-soft tabular-nums">
        {interval ? <span>95 % interval {rangeText(type, interval)}</span> : null}
        <span>
          {countText(scored)} of {countText(scored + unscored + error)} scored
        </span>
        {unscored > 0 ? <span>{countText(unscored)} unscored</span> : null}
        {error > 0 ? <span className="text-bad">{countText(error)} errors</span> : null}
        {open > 0 ? <span>{countText(open)} pending</span> : null}
        <Cost usd={usdOfMicros(total.cost_micros)} unpriced={total.unpriced_calls} />
      </p>
    </div>
  );
}

function DayTable({ evaluation: { name, days, output_type: type } }: { evaluation: Evaluation }) {
  return (
    <Table
      caption={`${name} by day`}
      rows={days.filter(({ scored, unscored, error }) => scored + unscored + error > 0).toReversed()}
      rowKey={({ day }) => day}
      columns={[
        { key: "day", header: "Day", cell: ({ day }) => day },
        {
          key: "mean",
          header: "Mean",
          align: "right",
          cell: ({ mean }) => (mean === null ? <Missing reason="No score" /> : meanText(type, mean)),
        },
        { key: "scored", header: "Scored", align: "right", cell: ({ scored }) => countText(scored) },
        {
          key: "unscored",
          header: "Unscored",
          align: "right",
          wide: true,
          cell: ({ unscored }) => countText(unscored),
        },
        { key: "error", header: "Errors", align: "right", cell: ({ error }) => countText(error) },
      ]}
    />
  );
}

function DayMeans({ evaluation, mean: overall }: { evaluation: Evaluation; mean: number }) {
  const { name, total, days, output_type: type } = evaluation;
  const text = (value: number) => meanText(type, value);
  const detailOf = ({ day, mean, interval, scored }: Evaluation["days"][number]) =>
    mean === null
      ? `${dayText(day)}: no score`
      : `${dayText(day)}: ${text(mean)}${interval ? ` (${rangeText(type, interval)})` : ""} of ${scored} scored`;
  return (
    <DayPlot
      domain={domainOf(
        type,
        days.flatMap(({ mean, interval }) => [mean, interval?.low ?? null, interval?.high ?? null]),
      )}
      text={text}
      summary={`${name} over ${days.length} days: mean ${text(overall)} of ${total.scored} scored spans`}
      points={days.map((one, index) => ({
        key: one.day,
        value: one.mean,
        interval: one.interval,
        detail: detailOf(one),
        ...((days.length - 1 - index) % TICK_EVERY === 0 ? { tick: dayText(one.day) } : {}),
      }))}
    />
  );
}

function Reasons({ task, figures, may }: { task: EvaluationTask; figures: Figures; may: boolean }) {
  const retry = useMutation(retryEvalTask);
  if (figures.reasons.length === 0) return null;
  const nameOf = (id: string) => figures.evaluations.find((one) => one.id === id)?.name ?? "";
  const hasErrors = figures.reasons.some(({ outcome }) => outcome === "error");
  return (
    <section aria-label="Missing scores" className="grid grid-cols-[minmax(0,1fr)] gap-2">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h3 className="font-medium">Reasons for missing scores</h3>
        {may && hasErrors ? (
          <Button busy={retry.isPending} onClick={() => retry.mutate({ task_id: task.id })}>
            Retry errors
          </Button>
        ) : null}
      </div>
      <Table
        caption="Reasons for missing scores"
        rows={figures.reasons}
        rowKey={({ evaluation_id, outcome, reason }) => `${evaluation_id} ${outcome} ${reason}`}
        columns={[
          { key: "reason", header: "Reason", cell: ({ reason }) => <span className="wrap-anywhere">{reason}</span> },
          {
            key: "outcome",
            header: "Outcome",
            width: "w-28",
            cell: ({ outcome }) =>
              outcome === "error" ? (
                <Status tone="bad" shape="alert">
                  Error
                </Status>
              ) : (
                <Status tone="neutral" shape="ring">
                  Unscored
                </Status>
              ),
          },
          { key: "evaluation", header: "Evaluation", wide: true, cell: ({ evaluation_id }) => nameOf(evaluation_id) },
          { key: "count", header: "Spans", align: "right", width: "w-20", cell: ({ count }) => countText(count) },
        ]}
      />
    </section>
  );
}
