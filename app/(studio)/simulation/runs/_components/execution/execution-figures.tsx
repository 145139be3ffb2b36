"use client";
import { useQuery } from "@tanstack/react-query";
import { useSyncExternalStore } from "react";
import { CopyButton } from "@/app/_ui/copy-button";
import { DefinitionList } from "@/app/_ui/definition-list";
import { estimateText, percentText } from "@/app/_ui/figure/numbers";
import { Missing } from "@/app/_ui/missing";
import { ScrollRegion } from "@/app/_ui/scroll-region";
import { Status } from "@/app/_ui/status";
import { Cost } from "@/app/(studio)/_components/cost";
import { waitForVerdict } from "@/lib/client/pipeline-recipe";
import { kpisQuery } from "@/lib/client/runs";
import type { Output } from "@/lib/contracts/contract";
import type { getExecutionVerdict } from "@/lib/contracts/simulation/runs/execution-figures";
import { useEvaluationNames } from "../use-evaluation-names";
import { ratesText } from "../words";

type Verdict = Output<typeof getExecutionVerdict>;

/** The results, each with the number of calls behind it, and a script for pipelines. */
export function ExecutionFigures({ verdict }: { verdict: Verdict }) {
  const { calls, thresholds, evaluations } = verdict;
  const kpis = useQuery({ ...kpisQuery(verdict.execution_id), enabled: verdict.done }).data;
  const nameOf = useEvaluationNames(evaluations.map(({ name }) => name));
  const countedCalls = calls.passed + calls.failed;
  return (
    <div className="grid gap-x-10 gap-y-6 lg:grid-cols-2">
      <DefinitionList
        entries={[
          {
            term: "Verdict",
            value:
              verdict.passed === null ? (
                <Status shape="ring">Not yet</Status>
              ) : (
                <Status tone={verdict.passed ? "good" : "bad"} shape={verdict.passed ? "check" : "cross"}>
                  {verdict.passed ? "Passed" : "Not passed"}
                </Status>
              ),
          },
          { term: "Reason", value: verdict.reason },
          {
            term: "Passed",
            value:
              verdict.pass_rate === null ? (
                <Missing reason="No counted calls yet" />
              ) : (
                `${estimateText(verdict.pass_rate, verdict.pass_rate_interval, percentText)}, of ${countedCalls} counted calls; threshold ${percentText(thresholds.pass_rate)}`
              ),
          },
          {
            term: "Excluded",
            value: `${calls.excluded} (fault of the simulator or a provider); ${calls.unscored} unscored`,
          },
          ...(kpis
            ? [
                {
                  term: "Faults",
                  value: `agent ${kpis.faults.agent}, simulator ${kpis.faults.simulator}, providers ${kpis.faults.provider}`,
                },
              ]
            : []),
          ...(kpis?.reliability ?? []).map(({ k, pass_hat_k, interval, rows }) => ({
            term: `pass^${k}`,
            value: `${estimateText(pass_hat_k, interval, percentText)}, of ${rows} ${rows === 1 ? "row" : "rows"}`,
          })),
          { term: "Spent", value: <Cost usd={verdict.spent_usd} unpriced={verdict.unpriced_calls} /> },
        ]}
      />
      <div className="grid min-w-0 content-start gap-6">
        {evaluations.length > 0 ? (
          <section>
            <h2 className="mb-2 text-base font-medium">Evaluations</h2>
            <DefinitionList
              entries={evaluations.map((evaluation) => ({
                term: nameOf(evaluation.name),
                value: ratesText(evaluation) ?? <Missing reason="No scores yet" />,
              }))}
            />
          </section>
        ) : null}
        <PipelineExample executionId={verdict.execution_id} />
      </div>
    </div>
  );
}

function PipelineExample({ executionId }: { executionId: string }) {
  const origin = useSyncExternalStore(
    never,
    () => location.origin,
    () => "",
  );
  const script = waitForVerdict(origin, executionId);
  return (
    <section className="min-w-0">
      <h2 className="mb-1 text-base font-medium">For a pipeline</h2>
      <p className="mb-2 text-soft">
        The script waits until the execution ends. Exit status: 0 passed, 1 failed, 2 refused or unreachable, 3 still
        running after LIMIT_SECONDS.
      </p>
      <div className="flex items-start gap-1 rounded-md border border-line bg-sunk">
        <ScrollRegion label="Script for a pipeline" className="min-w-0 flex-1 overflow-x-auto p-3">
          <pre className="font-mono text-xs">{script}</pre>
        </ScrollRegion>
        <CopyButton text={script} label="Copy the script" />
      </div>
    </section>
  );
}

const never = () => () => undefined;
