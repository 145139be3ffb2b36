import type { Metadata } from "next";
import { requireCaller } from "@/app/_server/session";
import { links } from "@/lib/client/links";
import { AgentsScreen } from "./_components/agents-screen";

export const metadata: Metadata = { title: "Agents" };

export default async function AgentsPage() {
  const { role } = await requireCaller(links.agents());
  return <AgentsScreen role={role} />;
}
