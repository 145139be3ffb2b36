// Whether an agent can be called from a line, and under which number.
import type { AgentConfiguration } from "@/lib/contracts/simulation/configuration";
import { isByRoom } from "../../agents/rules/configuration";

type Called = Pick<AgentConfiguration, "agent_name" | "provider" | "inbound" | "contact_number" | "country_code">;

/** That the server cannot call, for lack of these settings. */
export const noLine = (missing: readonly string[]): string =>
  `This server has no line to call from: ${missing.join(", ")} must be set`;

export const UNSERVED =
  "This server's line does not serve this organization: its operator names those that it serves in provider_organizations";

/** What keeps it from being called, as a sentence; null where nothing does. `lineFlaw` is what the line lacks. */
export function callFlaw(
  { agent_name, provider, inbound, contact_number }: Called,
  lineFlaw: string | null,
): string | null {
  if (!inbound)
    return `${agent_name} is a voice agent that calls its customers: only agents that customers call can be run, over their contact_number.`;
  const way = isByRoom(provider) ? "rooms of LiveKit are not joined" : "calls over the web are not made";
  const wanted = [
    ...(contact_number ? [] : [`The agent has no contact_number to be called under, and ${way} from here`]),
    ...(lineFlaw ? [lineFlaw] : []),
  ];
  return wanted.length > 0 ? `${agent_name} is a voice agent, and cannot be called. ${wanted.join(". ")}.` : null;
}

/** A number as it is dialed: with a leading +, and the country's code before one that is written without. */
export function dialed({ contact_number, country_code }: Pick<Called, "contact_number" | "country_code">): string {
  const number = contact_number ?? "";
  if (number.startsWith("+")) return number;
  const code = (country_code ?? "").replaceAll(/\D/g, "");
  return code === "" || number.startsWith(code) ? `+${number}` : `+${code}${number.replace(/^0+/, "")}`;
}
