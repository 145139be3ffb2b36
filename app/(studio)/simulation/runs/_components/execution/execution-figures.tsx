"use client";
import { useQuery } from "@tanstack/react-query";
import { PassStatus } from "@/app/_ui/feedback/look-status";
import { Missing } from "@/app/_ui/feedback/missing";
import { Status } from "@/app/_ui/feedback/status";
import { estimateText, percentText, quantity } from "@/app/_ui/figure/numbers";
import { Section } from "@/app/_ui/page/section";
import { DefinitionList } from "@/app/_ui/text/definition-list";
import { Cost } from "@/app/(studio)/_components/cost";
import { PipelineBox } from "@/app/(studio)/_components/pipeline-box";
import { kpisQuery } from "@/lib/client/runs";
import type { Output } from "@/lib/contracts/contract";
import type { getExecutionKpis, getExecutionVerdict } from "@/lib/contracts/simulation/runs/execution-figures";
import { useEvaluationNames } from "../use-evaluation-names";
import { millisecondsText, ratesText } from "../words";
import { ExecutionFacts } from "./execution-facts";

export type Verdict = Output<typeof getExecutionVerdict>;

/** The results, each with the number of calls behind it, and a script for pipelines. */
export function ExecutionFigures({ verdict }: { verdict: Verdict }) {
  return (
    <div className="grid items-start gap-x-10 gap-y-6 lg:grid-cols-2">
      <Results verdict={verdict} />
      <div className="grid min-w-0 content-start gap-6">
        <ExecutionFacts run={verdict.run} />
        {verdict.evaluations.length > 0 ? <Evaluations evaluations={verdict.evaluations} /> : null}
        <PipelineBox file={{ kind: "test-run", run_test: verdict.run_test_id }} />
      </div>
    </div>
  );
}

function Results({ verdict }: { verdict: Verdict }) {
  const { calls, passed } = verdict;
  const kpis = useQuery({ ...kpisQuery(verdict.execution_id), enabled: verdict.done }).data;
  const faults = kpis?.faults;
  return (
    <DefinitionList
      entries={[
        {
          term: "Verdict",
          value:
            passed === null ? (
              <Status shape="ring">Not yet</Status>
            ) : (
              <PassStatus passed={passed}>{passed ? "Passed" : "Not passed"}</PassStatus>
            ),
        },
        { term: "Reason", value: verdict.reason },
        { term: "Passed", value: passedText(verdict) ?? <Missing reason="No counted calls yet" /> },
        {
          term: "Excluded",
          value: `${calls.excluded} (fault of the simulator or a provider); ${calls.unscored} unscored`,
        },
        ...(faults
          ? [
              {
                term: "Faults",
                value: `agent ${faults.agent}, simulator ${faults.simulator}, providers ${faults.provider}`,
              },
            ]
          : []),
        ...(kpis?.reliability ?? []).map(({ k, pass_hat_k, interval, rows }) => ({
          term: `pass^${k}`,
          value: `${estimateText(pass_hat_k, interval, percentText)}, of ${quantity(rows, "row")}`,
        })),
        ...(kpis ? [{ term: "Latency", value: latencyText(kpis) ?? <Missing reason="Not measured" /> }] : []),
        { term: "Spent", value: <Cost usd={verdict.spent_usd} unpriced={verdict.unpriced_calls} /> },
      ]}
    />
  );
}

/** The pass rate of the counted calls, beside the one that the run has to reach. Null before the first. */
function passedText({ pass_rate: rate, pass_rate_interval: interval, calls, thresholds }: Verdict): string | null {
  if (rate === null) return null;
  const estimate = estimateText(rate, interval, percentText);
  return `${estimate}, of ${calls.passed + calls.failed} counted calls; threshold ${percentText(thresholds.pass_rate)}`;
}

type Kpis = Output<typeof getExecutionKpis>;

/** How fast the agent answered. Null if no answer was measured. */
function latencyText({ p50_chat_latency_ms: half, p95_chat_latency_ms: most, measured_answers: answers }: Kpis) {
  if (half === null || most === null) return null;
  return `p50 ${millisecondsText(half)}, p95 ${millisecondsText(most)}, of ${quantity(answers, "answer")}`;
}

function Evaluations({ evaluations }: Pick<Verdict, "evaluations">) {
  const nameOf = useEvaluationNames(evaluations.map(({ name }) => name));
  return (
    <Section title="Evaluations">
      <DefinitionList
        entries={evaluations.map((evaluation) => ({
          term: nameOf(evaluation.name),
          value: ratesText(evaluation) ?? <Missing reason="No scores yet" />,
        }))}
      />
    </Section>
  );
}
