import { Missing } from "@/app/_ui/feedback/missing";
import { ProgressBar } from "@/app/_ui/feedback/progress-bar";
import { quantity } from "@/app/_ui/figure/numbers";
import { DefinitionList } from "@/app/_ui/text/definition-list";
import { Time } from "@/app/_ui/text/time";
import { Cost, usdOfMicros } from "@/app/(studio)/_components/cost";
import { taskText } from "@/app/(studio)/evaluate/experiments/_components/task-text";
import { microsText } from "@/app/(studio)/gateway/requests/_components/figures";
import type { RunDetail } from "@/lib/contracts/evaluation/shapes/run-shapes";

/** A run's progress and cost. */
export function RunFacts({ run }: { run: RunDetail }) {
  const done = run.total - run.open;
  const outcomes =
    run.kind === "prediction"
      ? [`${run.answered.toLocaleString("en")} answered`, quantity(run.error, "error")]
      : [
          ...(run.kind === "experiment" ? [quantity(run.answered, "output")] : []),
          `${run.scored.toLocaleString("en")} scored`,
          `${run.unscored.toLocaleString("en")} unscored`,
          quantity(run.error, "error"),
        ];
  return (
    <section aria-label="Progress" className="grid gap-4">
      <div className="grid max-w-2xl gap-1.5">
        <p aria-live="polite" className="tabular-nums">
          {done.toLocaleString("en")} of {quantity(run.total, "cell")} done: {outcomes.join(", ")}.
        </p>
        <ProgressBar label="Cells done" value={done} max={run.total} />
      </div>
      <DefinitionList entries={entriesOf(run)} />
    </section>
  );
}

const entriesOf = (run: RunDetail) => [
  ...(run.task === null
    ? []
    : [{ term: "Outputs", value: taskText({ ...run, task: run.task, model: run.config?.model ?? null }) }]),
  {
    term: "Rows",
    value: `${run.rows.toLocaleString("en")}${run.repeats > 1 ? `, ${run.repeats} times each` : ""}`,
  },
  ...(run.dataset_version
    ? [{ term: "Version", value: `${run.dataset_version.number}: ${run.dataset_version.name}` }]
    : []),
  {
    term: "Cost",
    value: (
      <span className="tabular-nums">
        <Cost usd={usdOfMicros(run.spent_micros)} unpriced={run.unpriced_calls} />
        {run.ceiling_micros === null ? "" : ` of at most ${microsText(run.ceiling_micros)}`}
      </span>
    ),
  },
  {
    term: "Estimate",
    value:
      run.estimated_micros === null ? (
        <Missing reason="No estimate was possible before the run" />
      ) : (
        microsText(run.estimated_micros)
      ),
  },
  { term: "Concurrency", value: run.at_once.toLocaleString("en") },
  { term: "Started", value: <Time at={run.started_at ?? run.created_at} /> },
  {
    term: "Ended",
    value: run.ended_at ? <Time at={run.ended_at} /> : <Missing reason="Not finished yet" />,
  },
  {
    term: "Started by",
    value: run.created_by ?? <Missing reason="Started with an API key, or by a former member" />,
  },
];
