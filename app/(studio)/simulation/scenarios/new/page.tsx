import type { Metadata } from "next";
import { requireCaller } from "@/app/_server/session";
import { links } from "@/lib/client/links";
import { NewScenario } from "../_components/new/new-scenario";

export const metadata: Metadata = { title: "New scenario" };

export default async function NewScenarioPage() {
  const { role } = await requireCaller(links.newScenario());
  return <NewScenario role={role} />;
}
