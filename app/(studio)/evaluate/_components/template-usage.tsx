"use client";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Loaded } from "@/app/_components/loaded";
import { Missing } from "@/app/_ui/feedback/missing";
import { Skeleton } from "@/app/_ui/feedback/skeleton";
import { BarRows } from "@/app/_ui/figure/bar-rows";
import { ColumnChart } from "@/app/_ui/figure/column-chart";
import { DayPlot } from "@/app/_ui/figure/day-plot";
import { dayText, estimateText } from "@/app/_ui/figure/numbers";
import { TableSwitch } from "@/app/_ui/figure/table-switch";
import { Table } from "@/app/_ui/list/table";
import { evalTemplateUsageQuery } from "@/lib/client/evaluation";
import type { Output } from "@/lib/contracts/contract";
import type { getEvalTemplateUsage } from "@/lib/contracts/evaluation/templates/usage";
import { numberText } from "./verdict-text";

type Usage = Output<typeof getEvalTemplateUsage>;
type Day = Usage["chart"][number];

const dateOf = ({ timestamp }: Day): string => timestamp.slice(0, 10);

/** A template's runs of the last thirty days: number, outcomes and mean score. */
export function TemplateUsage({ templateId }: { templateId: string }) {
  const found = useQuery(evalTemplateUsageQuery(templateId));
  const [asTables, setAsTables] = useState(false);
  return (
    <section>
      <div className="mb-3 flex flex-wrap items-center justify-between gap-3">
        <h2 className="text-base font-medium">The last 30 days</h2>
        {found.data && found.data.stats.runs > 0 ? (
          <TableSwitch keys="f" asTables={asTables} onChange={setAsTables} />
        ) : null}
      </div>
      <Loaded found={found} problem="The runs could not be loaded" skeleton={<Skeleton className="h-36 w-full" />}>
        {(usage) =>
          usage.stats.runs === 0 ? (
            <p className="text-soft">No runs.</p>
          ) : asTables ? (
            <Days days={usage.chart} />
          ) : (
            <Figures usage={usage} />
          )
        }
      </Loaded>
    </section>
  );
}

const TICK_EVERY = 7;

/** "0.71 (0.62 to 0.79)". */
function meanText({ mean, interval }: Day["score"]): string {
  if (mean === null) return "no score";
  return estimateText(mean, interval, (value) => numberText(Number(value.toFixed(3))));
}

/** A tick for every seventh day, counted from the last one. */
const tickOf = (day: Day, index: number, days: readonly Day[]) =>
  (days.length - 1 - index) % TICK_EVERY === 0 ? { tick: dayText(dateOf(day)) } : {};

function Figures({ usage }: { usage: Usage }) {
  const { chart: days, stats } = usage;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-x-10 gap-y-6 lg:grid-cols-3">
      <figure>
        <figcaption className="mb-1 text-soft">Runs per day: {stats.runs.toLocaleString("en")} in total</figcaption>
        <ColumnChart
          columns={days.map((day, index) => ({
            key: dateOf(day),
            count: day.runs,
            detail: `${dayText(dateOf(day))}: ${day.runs.toLocaleString("en")} runs, ${day.error.toLocaleString("en")} errors`,
            ...tickOf(day, index, days),
          }))}
          summary={`Runs per day over ${days.length} days: ${stats.runs.toLocaleString("en")} in total`}
        />
      </figure>
      <figure>
        <figcaption className="mb-1 text-soft">Outcomes</figcaption>
        <BarRows caption="Outcomes of the last 30 days" rows={outcomesOf(stats)} total={stats.runs} />
      </figure>
      <DailyScores usage={usage} />
    </div>
  );
}

const outcomesOf = ({ scored, unscored, error, passed, failed }: Usage["stats"]) => [
  { key: "scored", label: "Scored", count: scored },
  { key: "unscored", label: "Unscored", count: unscored },
  { key: "error", label: "Error", count: error },
  ...(passed + failed > 0
    ? [
        { key: "passed", label: "Passed", count: passed },
        { key: "failed", label: "Failed", count: failed },
      ]
    : []),
];

/** The mean score of each day; nothing if no run has a score. */
function DailyScores({ usage: { chart: days, stats } }: { usage: Usage }) {
  const values = days.flatMap(({ score: { mean, interval } }) =>
    mean === null ? [] : [mean, interval?.low ?? mean, interval?.high ?? mean],
  );
  if (values.length === 0) return null;
  const isUnit = values.every((value) => value >= -1 && value <= 2);
  return (
    <figure>
      <figcaption className="mb-1 text-soft">Mean score with its 95 % interval: {meanText(stats.score)}</figcaption>
      <DayPlot
        domain={isUnit ? { min: 0, max: 1 } : { min: Math.min(0, ...values), max: Math.max(...values) }}
        text={(value) => numberText(Number(value.toFixed(2)))}
        points={days.map((day, index) => ({
          key: dateOf(day),
          value: day.score.mean,
          interval: day.score.interval,
          detail: `${dayText(dateOf(day))}: ${meanText(day.score)}, ${day.scored.toLocaleString("en")} scored`,
          ...tickOf(day, index, days),
        }))}
        summary={`Mean score per day over ${days.length} days; overall ${meanText(stats.score)}`}
      />
    </figure>
  );
}

function Days({ days }: { days: readonly Day[] }) {
  const shown = days.filter(({ runs }) => runs > 0).toReversed();
  const number = (
    key: "runs" | "scored" | "unscored" | "error" | "passed" | "failed",
    header: string,
    wide = false,
  ) => ({
    key,
    header,
    align: "right" as const,
    wide,
    cell: (day: Day) => day[key].toLocaleString("en"),
  });
  return (
    <Table
      caption="Runs by day"
      rows={shown}
      rowKey={dateOf}
      columns={[
        { key: "day", header: "Day, UTC", cell: (day) => <span className="tabular-nums">{dateOf(day)}</span> },
        number("runs", "Runs"),
        number("scored", "Scored", true),
        number("unscored", "Unscored", true),
        number("error", "Errors", true),
        number("passed", "Passed", true),
        number("failed", "Failed", true),
        {
          key: "mean",
          header: "Mean score, 95 % interval",
          align: "right",
          cell: ({ score }) =>
            score.mean === null ? <Missing reason={score.reason ?? "No scores"} /> : meanText(score),
        },
      ]}
    />
  );
}
