"use client";
import type { ReactNode } from "react";
import { BarRows } from "@/app/_ui/figure/bar-rows";
import { ColumnChart } from "@/app/_ui/figure/column-chart";
import { IntervalAxis, IntervalPlot } from "@/app/_ui/figure/interval-plot";
import { coefficientText, estimateText, percentText, quantity } from "@/app/_ui/figure/numbers";
import { binTexts } from "@/app/_ui/figure/scale";
import { Missing } from "@/app/_ui/missing";
import { Status } from "@/app/_ui/status";
import { Table } from "@/app/_ui/table";
import { costText, usdOfMicros } from "@/app/(studio)/_components/cost";
import type { Output } from "@/lib/contracts/contract";
import type { getEvalRunSummary } from "@/lib/contracts/evaluation/run-summary";
import { JudgeGate } from "./judge-gate";
import { isUnderWay, outcomeWords } from "./run-words";

type Summary = Output<typeof getEvalRunSummary>;
type Part = Summary["evaluations"][number];

interface Props {
  summary: Summary;
  asTables: boolean;
  mayCalibrate: boolean;
}

/** The results of each evaluation of a run. Different evaluations are never pooled. */
export function RunSummary({ summary, asTables, mayCalibrate }: Props) {
  const isOver = !isUnderWay(summary.status);
  return summary.evaluations.map((part) => (
    <EvaluationSummary key={part.evaluation_id} part={part} asTables={asTables}>
      {part.is_judged && isOver && part.pass_rate.mean !== null ? (
        <JudgeGate part={part} runId={summary.run_id} mayCalibrate={mayCalibrate} />
      ) : null}
    </EvaluationSummary>
  ));
}

const unit = { min: 0, max: 1 };

function EvaluationSummary({ part, asTables, children }: { part: Part; asTables: boolean; children: ReactNode }) {
  const {
    name,
    version,
    model,
    coverage,
    score,
    pass_rate: passRate,
    corrected,
    repeats,
    rows,
    cost_micros,
    unpriced_calls,
  } = part;
  const isWithinUnit = [score.mean, score.interval?.low, score.interval?.high].every(
    (value) => value === null || value === undefined || (value >= 0 && value <= 1),
  );
  const figures = [
    { key: "score", what: "Mean score", estimated: score, text: coefficientText, isShown: isWithinUnit },
    { key: "pass", what: "Pass rate", estimated: passRate, text: percentText, isShown: true },
    ...(corrected?.calibration_id
      ? [
          {
            key: "corrected",
            what: "Pass rate, corrected by calibration",
            estimated: { mean: corrected.rate, interval: corrected.interval, reason: corrected.reason },
            text: percentText,
            isShown: true,
          },
        ]
      : []),
  ];
  return (
    <section aria-label={name} className="grid grid-cols-[minmax(0,1fr)] gap-5 border-t border-line pt-5">
      <div>
        <h2 className="text-base font-medium wrap-anywhere">{name}</h2>
        <p className="text-soft">
          {[
            version === null ? null : `V${version}`,
            model,
            quantity(rows, "row"),
            costText({ usd: usdOfMicros(cost_micros), unpriced: unpriced_calls }),
          ]
            .filter((text) => text !== null)
            .join(" · ")}
        </p>
      </div>
      <div className="grid gap-1.5">
        <Coverage part={part} />
        {children}
      </div>
      <table className="w-full max-w-3xl text-left tabular-nums">
        <caption className="sr-only">Means of {name}, each with its 95 % interval</caption>
        <thead>
          <tr className="text-xs text-faint">
            <th scope="col" className="w-1/4 font-normal">
              <span className="sr-only">Figure</span>
            </th>
            <th scope="col" className="font-normal">
              With 95 % interval
            </th>
            {asTables ? null : (
              <th scope="col" className="w-2/5 font-normal max-sm:hidden">
                <span className="sr-only">Plot</span>
                <IntervalAxis domain={unit} format={(tick) => tick.toFixed(1)} />
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {figures.map(({ key, what, estimated, text, isShown }) => (
            <tr key={key} className="h-9">
              <th scope="row" className="pr-3 font-normal sm:whitespace-nowrap">
                {what}
              </th>
              <td className="pr-3 sm:whitespace-nowrap">
                {estimated.mean === null ? (
                  <Missing reason={estimated.reason ?? "No data"} />
                ) : (
                  estimateText(estimated.mean, estimated.interval, text)
                )}
              </td>
              {asTables ? null : (
                <td className="max-sm:hidden">
                  {isShown && estimated.mean !== null ? (
                    <IntervalPlot
                      domain={unit}
                      value={estimated.mean}
                      interval={estimated.interval}
                      summary={`${what}: ${estimateText(estimated.mean, estimated.interval, text)}`}
                    />
                  ) : null}
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
      {repeats ? (
        <p className="text-soft">
          Repeats: the verdict varied in {repeats.flipped.toLocaleString("en")} of {quantity(repeats.rows, "row")}.
          {repeats.deviation === null ? "" : ` Standard deviation within a row: ${coefficientText(repeats.deviation)}.`}
        </p>
      ) : null}
      <div className="grid grid-cols-[minmax(0,1fr)] gap-x-10 gap-y-5 lg:grid-cols-2">
        <Distribution part={part} asTables={asTables} />
        {part.labels.length > 0 ? (
          <div>
            <h3 className="mb-1 font-medium">Labels</h3>
            <BarRows
              caption={`Labels of ${name}`}
              rows={part.labels.map(({ label, cells }) => ({ key: label, label, count: cells }))}
              total={coverage.scored}
              asTable={asTables}
            />
          </div>
        ) : null}
      </div>
      <Problems part={part} />
    </section>
  );
}

/** Scored, unscored and errors: a mean is meaningless without them. */
function Coverage({ part: { coverage } }: { part: Part }) {
  const { total, open, scored, unscored, error, share } = coverage;
  return (
    <p className="flex flex-wrap gap-x-5 gap-y-1 tabular-nums">
      <span>
        Coverage{" "}
        {share === null ? <Missing reason="No cells" /> : <span className="font-medium">{percentText(share)}</span>}
        <span className="text-faint"> of {quantity(total, "cell")}</span>
      </span>
      <Status tone="good" shape="check">
        {scored.toLocaleString("en")} scored
      </Status>
      <Status shape="ring">{unscored.toLocaleString("en")} unscored</Status>
      <Status {...(error === 0 ? { shape: "ring" } : { tone: "bad", shape: "alert" })}>
        {quantity(error, "error")}
      </Status>
      {open > 0 ? <Status shape="skip">{open.toLocaleString("en")} open</Status> : null}
    </p>
  );
}

function Distribution({ part: { name, distribution, score, labels }, asTables }: { part: Part; asTables: boolean }) {
  // The labels already show passes and failures.
  if (distribution.length === 0 || (score.method === "wilson" && labels.length > 0)) return null;
  const { ranges, edges } = binTexts(distribution);
  const columns = ranges.map((label, index) => {
    const count = distribution[index]?.cells ?? 0;
    const detail = `${label}: ${quantity(count, "cell")}`;
    return { key: label, label, detail, count, ...(edges.length > 0 ? {} : { tick: label }) };
  });
  const total = distribution.reduce((sum, { cells }) => sum + cells, 0);
  return (
    <div>
      <h3 className="mb-1 font-medium">Scores</h3>
      {asTables ? (
        <BarRows caption={`Scores of ${name}`} rows={columns} total={total} asTable />
      ) : (
        <ColumnChart
          columns={columns}
          edges={edges}
          summary={`Cells by score: ${columns.map(({ detail }) => detail).join("; ")}`}
        />
      )}
    </div>
  );
}

function Problems({ part: { name, problems } }: { part: Part }) {
  if (problems.length === 0) return null;
  return (
    <div>
      <h3 className="mb-1 font-medium">Reasons for missing scores</h3>
      <Table
        caption={`Reasons for missing scores of ${name}`}
        rows={problems}
        rowKey={({ outcome, reason }) => `${outcome} ${reason}`}
        columns={[
          {
            key: "outcome",
            header: "Outcome",
            width: "w-28",
            cell: ({ outcome }) => {
              const { word, tone, shape } = outcomeWords[outcome];
              return (
                <Status tone={tone} shape={shape}>
                  {word}
                </Status>
              );
            },
          },
          { key: "reason", header: "Reason", cell: ({ reason }) => <span className="wrap-anywhere">{reason}</span> },
          {
            key: "cells",
            header: "Cells",
            align: "right",
            width: "w-20",
            cell: ({ cells }) => cells.toLocaleString("en"),
          },
        ]}
      />
    </div>
  );
}
