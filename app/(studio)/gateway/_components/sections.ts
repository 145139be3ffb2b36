import { links } from "@/lib/client/links";
import type { Section } from "../../_components/section-nav";

/** The gateway screens in the order of their navigation. */
export const gatewaySections: readonly Section[] = [
  { label: "Keys", href: links.gatewayKeys(), details: "/gateway/keys/" },
  { label: "Models", href: links.gatewayModels() },
  { label: "Guardrails", href: links.gatewayGuardrails() },
  { label: "Configuration", href: links.gatewayConfiguration() },
  { label: "Requests", href: links.gatewayRequests() },
  { label: "Spend", href: links.gatewaySpend() },
];
