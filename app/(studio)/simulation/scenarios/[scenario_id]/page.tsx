import { HydrationBoundary } from "@tanstack/react-query";
import type { Metadata } from "next";
import { prefetch, read } from "@/app/_server/prefetch";
import { links } from "@/lib/client/links";
import { getScenario as contract } from "@/lib/contracts/simulation/scenarios";
import { getScenario } from "@/lib/simulation/scenarios/scenarios";
import { ScenarioScreen } from "../_components/scenario-screen";

export const metadata: Metadata = { title: "Scenario" };

export default async function ScenarioPage({ params }: { params: Promise<{ scenario_id: string }> }) {
  const { scenario_id } = await params;
  const state = await prefetch(links.scenario(scenario_id), read(contract, getScenario, { scenario_id }));
  return (
    <HydrationBoundary state={state}>
      <ScenarioScreen key={scenario_id} scenarioId={scenario_id} />
    </HydrationBoundary>
  );
}
