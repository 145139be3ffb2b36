"use client";
import { useQuery } from "@tanstack/react-query";
import { PipelineBox } from "@/app/(studio)/_components/pipeline-box";
import { experimentQuery } from "@/lib/client/evaluation/experiments";
import type { RunDetail } from "@/lib/contracts/evaluation/shapes/run-shapes";

/** What a pipeline requires until somebody changes it. */
const PASS_RATE = 0.9;

/** The command that evaluates the same in a pipeline; of an experiment, one that may not be worse. */
export function RunInPipeline({ run }: { run: RunDetail }) {
  const evaluations = run.evaluations.flatMap(({ user_eval_id, name }) =>
    user_eval_id === null ? [] : [{ name, metric: user_eval_id }],
  );
  if (evaluations.length === 0) return null;
  if (run.kind === "experiment") return <ExperimentInPipeline run={run} evaluations={evaluations} />;
  const required = evaluations.map((evaluation) => ({ ...evaluation, pass_rate: PASS_RATE }));
  return <PipelineBox file={{ kind: "evaluation", dataset: run.dataset_id, evaluations: required }} />;
}

interface Props {
  run: RunDetail;
  evaluations: { name: string; metric: string }[];
}

function ExperimentInPipeline({ run, evaluations }: Props) {
  const output = useQuery(experimentQuery(run.id)).data?.output_column_id;
  if (output === undefined) return null;
  const outputs = "outputs.jsonl";
  return (
    <PipelineBox
      file={{ kind: "experiment", dataset: run.dataset_id, output, outputs, baseline: run.id, evaluations }}
    />
  );
}
