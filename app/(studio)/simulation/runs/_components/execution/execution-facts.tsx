import { Missing } from "@/app/_ui/feedback/missing";
import { quantity } from "@/app/_ui/figure/numbers";
import { Section } from "@/app/_ui/page/section";
import { DefinitionList } from "@/app/_ui/text/definition-list";
import { Time } from "@/app/_ui/text/time";
import type { Output } from "@/lib/contracts/contract";
import type { getExecutionVerdict } from "@/lib/contracts/simulation/runs/execution-figures";
import { customersText, lastedText, turnsText } from "../words";

/** What the execution played, and when. */
export function ExecutionFacts({ run }: { run: Output<typeof getExecutionVerdict>["run"] }) {
  const { settings, started_at: started, duration_seconds: seconds } = run;
  return (
    <Section title="Facts">
      <DefinitionList
        entries={[
          { term: "Agent", value: `${run.agent}, ${run.agent_version}` },
          { term: "Scenarios", value: run.scenarios.join(", ") },
          {
            term: "Customers",
            value: run.customer_models.map(customersText).join("; ") || "Played by the voice service",
          },
          { term: "Settings", value: `${quantity(settings.repeats, "trial")} per row, ${turnsText(settings)}` },
          { term: "Started", value: started ? <Time at={started} /> : <Missing reason="Not started" /> },
          {
            term: "Duration",
            value: seconds === null ? <Missing reason="Not finished" /> : lastedText(seconds),
          },
        ]}
      />
    </Section>
  );
}
