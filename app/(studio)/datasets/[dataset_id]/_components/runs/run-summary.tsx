"use client";
import type { ReactNode } from "react";
import { Missing } from "@/app/_ui/feedback/missing";
import { Status } from "@/app/_ui/feedback/status";
import { coefficientText, countedOf, percentText, quantity } from "@/app/_ui/figure/numbers";
import { costText, usdOfMicros } from "@/app/(studio)/_components/cost";
import type { Output } from "@/lib/contracts/contract";
import type { getEvalRunSummary } from "@/lib/contracts/evaluation/run-summary";
import { JudgeGate } from "./judge-gate";
import { Distribution, Labels, Problems } from "./run-distributions";
import { RunMeans } from "./run-means";
import type { RunPart } from "./run-part";
import { isUnderWay } from "./run-words";

interface Props {
  summary: Output<typeof getEvalRunSummary>;
  /** How many rows the run has. */
  rows: number;
  asTables: boolean;
  /** Its judges saw other texts than the people who annotated the rows. */
  isExperiment: boolean;
  mayCalibrate: boolean;
}

/** The results of each evaluation of a run. Different evaluations are never pooled. */
export function RunSummary({ summary, rows, asTables, isExperiment, mayCalibrate }: Props) {
  const isOver = !isUnderWay(summary.status);
  return summary.evaluations.map((part) => (
    <EvaluationSummary key={part.evaluation_id} part={part} rows={rows} asTables={asTables}>
      {part.is_judged && isOver && part.pass_rate.mean !== null ? (
        <JudgeGate part={part} runId={summary.run_id} isExperiment={isExperiment} mayCalibrate={mayCalibrate} />
      ) : null}
    </EvaluationSummary>
  ));
}

interface EvaluationProps extends Pick<Props, "rows" | "asTables"> {
  part: RunPart;
  children: ReactNode;
}

function EvaluationSummary({ part, rows, asTables, children }: EvaluationProps) {
  const { name, version, model, repeats, rows: scored, cost_micros, unpriced_calls } = part;
  return (
    <section aria-label={name} className="grid grid-cols-[minmax(0,1fr)] gap-5 border-t border-line pt-5">
      <div>
        <h2 className="text-base font-medium wrap-anywhere">{name}</h2>
        <p className="text-soft">
          {[
            version === null ? null : `V${version}`,
            model,
            `${countedOf(scored, rows, "row")} scored`,
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
      <RunMeans part={part} asTables={asTables} />
      {repeats ? (
        <p className="text-soft">
          Repeats: the verdict varied in {repeats.flipped.toLocaleString("en")} of {quantity(repeats.rows, "row")}.
          {repeats.deviation === null ? "" : ` Standard deviation within a row: ${coefficientText(repeats.deviation)}.`}
        </p>
      ) : null}
      <div className="grid grid-cols-[minmax(0,1fr)] gap-x-10 gap-y-5 lg:grid-cols-2">
        <Distribution part={part} asTables={asTables} />
        <Labels part={part} asTables={asTables} />
      </div>
      <Problems part={part} />
    </section>
  );
}

/** Scored, unscored and errors: a mean is meaningless without them. */
function Coverage({ part: { coverage } }: { part: RunPart }) {
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
