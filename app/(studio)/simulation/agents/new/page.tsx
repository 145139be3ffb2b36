import type { Metadata } from "next";
import { requireCaller } from "@/app/_server/session";
import { links } from "@/lib/client/links";
import { NewAgentScreen } from "../_components/editor/new-agent-screen";

export const metadata: Metadata = { title: "New agent" };

export default async function NewAgentPage() {
  const { role } = await requireCaller(links.newAgent());
  return <NewAgentScreen role={role} />;
}
