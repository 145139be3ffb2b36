import type { Metadata } from "next";
import { requireCaller } from "@/app/_server/session";
import { links } from "@/lib/client/links";
import { presets } from "@/lib/gateway/providers/presets";
import { organizationSchema } from "@/lib/gateway-admin/settings/json-schema";
import { ConfigurationScreen } from "./_components/configuration-screen";
import type { Schema } from "./_components/schema";

export const metadata: Metadata = { title: "Gateway configuration" };

export default async function GatewayConfigurationPage() {
  const { organizationId } = await requireCaller(links.gatewayConfiguration());
  const schema = organizationSchema() as Schema; // safe because it is JSON Schema, of which forms read a part
  return <ConfigurationScreen organizationId={organizationId} schema={schema} presets={presets} />;
}
