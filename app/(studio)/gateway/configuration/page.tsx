import type { Metadata } from "next";
import { requireCaller } from "@/app/_server/session";
import { links } from "@/lib/client/links";
import { ConfigurationScreen } from "./_components/configuration-screen";

export const metadata: Metadata = { title: "Gateway configuration" };

export default async function GatewayConfigurationPage() {
  const { organizationId } = await requireCaller(links.gatewayConfiguration());
  return <ConfigurationScreen organizationId={organizationId} />;
}
