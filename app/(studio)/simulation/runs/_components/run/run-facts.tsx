"use client";
import { Missing } from "@/app/_ui/feedback/missing";
import { quantity } from "@/app/_ui/figure/numbers";
import { DefinitionList } from "@/app/_ui/text/definition-list";
import type { Output } from "@/lib/contracts/contract";
import type { getRunTest } from "@/lib/contracts/simulation/runs/run-tests";
import { agentText, customersText, thresholdsText, turnsText, usdText } from "../words";
import { RunEvaluations } from "./run-evaluations";

export type RunTest = Output<typeof getRunTest>;

/** What a run plays, against which agent, and how. */
export function RunFacts({ run, may }: { run: RunTest; may: boolean }) {
  const { settings } = run;
  return (
    <DefinitionList
      entries={[
        { term: "Agent", value: agentText(run) },
        { term: "Scenarios", value: run.scenarios_detail.map(({ name }) => name).join(", ") },
        {
          term: "Evaluations",
          value:
            run.evals.length > 0 ? (
              <RunEvaluations runTestId={run.id} evaluations={run.evals} may={may} />
            ) : (
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
