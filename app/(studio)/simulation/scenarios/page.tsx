import type { Metadata } from "next";
import { read } from "@/app/_server/prefetch";
import { withReads } from "@/app/_server/with-reads";
import { links } from "@/lib/client/links";
import { scenariosInput } from "@/lib/client/scenarios";
import { listScenarios as contract } from "@/lib/contracts/simulation/scenarios";
import { listScenarios } from "@/lib/simulation/scenarios/scenarios";
import { scenarioFilterOf } from "./_components/scenario-filter";
import { ScenariosScreen } from "./_components/scenarios-screen";

export const metadata: Metadata = { title: "Scenarios" };

export default async function ScenariosPage({ searchParams }: { searchParams: Promise<Record<string, string>> }) {
  const search = await searchParams;
  const filter = scenarioFilterOf((name) => search[name]);
  return withReads(links.scenarios(), [read(contract, listScenarios, scenariosInput(filter))], <ScenariosScreen />);
}
