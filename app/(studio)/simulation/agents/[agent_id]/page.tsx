import type { Metadata } from "next";
import { requireCaller } from "@/app/_server/session";
import { links } from "@/lib/client/links";
import { AgentScreen } from "../_components/agent-screen";

export const metadata: Metadata = { title: "Agent" };

export default async function AgentPage({ params }: { params: Promise<{ agent_id: string }> }) {
  const { agent_id } = await params;
  const { role } = await requireCaller(links.agent(agent_id));
  return <AgentScreen agentId={agent_id} role={role} />;
}
