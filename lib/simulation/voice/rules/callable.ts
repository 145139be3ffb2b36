// Whether an agent can be called by phone, and at which number.
import type { AgentConfiguration } from "@/lib/contracts/simulation/configuration";
import { isByRoom } from "../../agents/rules/configuration";

type Called = Pick<AgentConfiguration, "agent_name" | "provider" | "inbound" | "contact_number" | "country_code">;

/** The reason if the server cannot call, with the missing settings. */
export const noLine = (missing: readonly string[]): string =>
  `This server has no telephony account to call from: ${missing.join(", ")} must be set`;

export const UNSERVED =
  "This server's telephony account does not serve this organization. The operator lists the organizations that it serves in provider_organizations";

/** Why it cannot be called, as a sentence; null if it can. `lineFlaw` is the problem with the telephony account. */
export function callFlaw(
  { agent_name, provider, inbound, contact_number }: Called,
  lineFlaw: string | null,
): string | null {
  if (!inbound)
    return `${agent_name} is an outbound voice agent. Only inbound voice agents with a contact_number can be run.`;
  const way = isByRoom(provider) ? "LiveKit rooms are not supported" : "web calls are not supported";
  const required = [
    ...(contact_number ? [] : [`The agent has no contact_number, and ${way}`]),
    ...(lineFlaw ? [lineFlaw] : []),
  ];
  return required.length > 0 ? `${agent_name} is a voice agent and cannot be called. ${required.join(". ")}.` : null;
}

/** Italy and San Marino: the leading 0 is part of the number, also from abroad. */
const KEEPS_ZERO = new Set(["39", "378"]);

/**
 * A number in dialing form, with a leading +. With a country code, a number without + or 00 is a national one: its own
 * first digits may be the same as the code's.
 */
export function dialed({ contact_number, country_code }: Pick<Called, "contact_number" | "country_code">): string {
  const number = contact_number ?? "";
  if (number.startsWith("+")) return number;
  if (number.startsWith("00")) return `+${number.slice(2)}`;
  const code = (country_code ?? "").replaceAll(/\D/g, "").replace(/^0+/, "");
  if (code === "") return `+${number}`;
  return `+${code}${KEEPS_ZERO.has(code) ? number : number.replace(/^0/, "")}`;
}
