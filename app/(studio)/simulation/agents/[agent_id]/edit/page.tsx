import type { Metadata } from "next";
import { requireCaller } from "@/app/_server/session";
import { links } from "@/lib/client/links";
import { EditAgentScreen } from "../../_components/editor/edit-agent-screen";

export const metadata: Metadata = { title: "New version of an agent" };

export default async function EditAgentPage({ params }: { params: Promise<{ agent_id: string }> }) {
  const { agent_id } = await params;
  const { role } = await requireCaller(links.editAgent(agent_id));
  return <EditAgentScreen agentId={agent_id} role={role} />;
}
