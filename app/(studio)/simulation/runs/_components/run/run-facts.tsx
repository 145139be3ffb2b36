"use client";
import { Missing } from "@/app/_ui/feedback/missing";
import { quantity } from "@/app/_ui/figure/numbers";
import { DefinitionList } from "@/app/_ui/text/definition-list";
import type { Output } from "@/lib/contracts/contract";
import type { getRunTest } from "@/lib/contracts/simulation/runs/run-tests";
import { useEvaluationNames } from "../use-evaluation-names";
import { agentText, customersText, thresholdsText, turnsText, usdText } from "../words";

export type RunTest = Output<typeof getRunTest>;

/** What a run plays, against which agent, and how. */
export function RunFacts({ run }: { run: RunTest }) {
  const { settings } = run;
  const nameOf = useEvaluationNames(run.evals.map(({ name }) => name));
  return (
    <DefinitionList
      entries={[
        { term: "Agent", value: agentText(run) },
        { term: "Scenarios", value: run.scenarios_detail.map(({ name }) => name).join(", ") },
        {
          term: "Evaluations",
          value: run.evals.map(({ name }) => nameOf(name)).join(", ") || (
            <Missing reason="Only the rows' expectations are checked" />
          ),
        },
        {
          term: "Settings",
          value: `${quantity(settings.repeats, "trial")} per row, ${turnsText(settings)}, ${settings.concurrency} at a time`,
        },
        { term: "Customers", value: customersText(settings.simulator_model) },
        { term: "Passes when", value: thresholdsText(settings) },
        {
          term: "Cost ceiling",
          value:
            settings.cost_ceiling_usd === null ? (
              <Missing reason="No cost ceiling" />
            ) : (
              usdText(settings.cost_ceiling_usd)
            ),
        },
      ]}
    />
  );
}
