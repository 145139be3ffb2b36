import type { Metadata } from "next";
import { read } from "@/app/_server/prefetch";
import { withReads } from "@/app/_server/with-reads";
import { links } from "@/lib/client/links";
import { getScenario as contract } from "@/lib/contracts/simulation/scenarios";
import { getScenario } from "@/lib/simulation/scenarios/scenarios";
import { ScenarioScreen } from "../_components/scenario-screen";

export const metadata: Metadata = { title: "Scenario" };

export default async function ScenarioPage({ params }: { params: Promise<{ scenario_id: string }> }) {
  const { scenario_id } = await params;
  return withReads(
    links.scenario(scenario_id),
    [read(contract, getScenario, { scenario_id })],
    <ScenarioScreen key={scenario_id} scenarioId={scenario_id} />,
  );
}
