import type { Metadata } from "next";
import { requireCaller } from "@/app/_server/session";
import { links } from "@/lib/client/links";
import { ModelsScreen } from "./_components/models-screen";

export const metadata: Metadata = { title: "Gateway models" };

export default async function GatewayModelsPage() {
  const { organizationId } = await requireCaller(links.gatewayModels());
  return <ModelsScreen organizationId={organizationId} />;
}
