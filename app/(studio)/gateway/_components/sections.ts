import { links } from "@/lib/client/links";

/** The gateway's screens, in the order of the line above them. */
export const gatewaySections: readonly { label: string; href: string }[] = [
  { label: "Keys", href: links.gatewayKeys() },
  { label: "Models", href: links.gatewayModels() },
  { label: "Guardrails", href: links.gatewayGuardrails() },
  { label: "Configuration", href: links.gatewayConfiguration() },
  { label: "Requests", href: links.gatewayRequests() },
  { label: "Spend", href: links.gatewaySpend() },
];
