import type { Metadata } from "next";
import { requireCaller } from "@/app/_server/session";
import { links } from "@/lib/client/links";
import { GuardrailsScreen } from "./_components/guardrails-screen";

export const metadata: Metadata = { title: "Gateway guardrails" };

export default async function GatewayGuardrailsPage() {
  const { organizationId } = await requireCaller(links.gatewayGuardrails());
  return <GuardrailsScreen organizationId={organizationId} />;
}
