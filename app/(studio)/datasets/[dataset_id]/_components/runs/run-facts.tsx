import { DefinitionList } from "@/app/_ui/definition-list";
import { counted } from "@/app/_ui/figure/numbers";
import { Missing } from "@/app/_ui/missing";
import { ProgressBar } from "@/app/_ui/progress-bar";
import { Time } from "@/app/_ui/time";
import { Cost, usdOfMicros } from "@/app/(studio)/_components/cost";
import { microsText } from "@/app/(studio)/gateway/requests/_components/figures";
import type { RunDetail } from "@/lib/contracts/evaluation/run-shapes";

/** How far a run is, and what it has cost. */
export function RunFacts({ run }: { run: RunDetail }) {
  const done = run.total - run.open;
  const outcomes =
    run.kind === "prediction"
      ? [`${run.answered.toLocaleString("en")} answered`, counted(run.error, "error")]
      : [
          `${run.scored.toLocaleString("en")} scored`,
          `${run.unscored.toLocaleString("en")} unscored`,
          counted(run.error, "error"),
        ];
  return (
    <section aria-label="Progress" className="grid gap-4">
      <div className="grid max-w-2xl gap-1.5">
        <p aria-live="polite" className="tabular-nums">
          {done.toLocaleString("en")} of {counted(run.total, "cell")} done: {outcomes.join(", ")}.
        </p>
        <ProgressBar label="Cells done" value={done} max={run.total} />
      </div>
      <DefinitionList
        entries={[
          {
            term: "Rows",
            value: `${run.rows.toLocaleString("en")}${run.repeats > 1 ? `, each ${run.repeats} times` : ""}`,
          },
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
                <Missing reason="Nothing was known of its cost before it ran" />
              ) : (
                microsText(run.estimated_micros)
              ),
          },
          { term: "At once", value: run.at_once.toLocaleString("en") },
          { term: "Started", value: <Time at={run.started_at ?? run.created_at} /> },
          {
            term: "Ended",
            value: run.ended_at ? <Time at={run.ended_at} /> : <Missing reason="It has not ended yet" />,
          },
          { term: "By", value: run.created_by ?? <Missing reason="Its starter has left, or it was a key" /> },
        ]}
      />
    </section>
  );
}
