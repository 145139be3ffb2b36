// Whether an agent can be called from a line, and under which number.
import type { AgentConfiguration } from "@/lib/contracts/simulation/configuration";

type Called = Pick<AgentConfiguration, "agent_name" | "inbound" | "contact_number" | "country_code">;

/** What keeps it from being called, as a sentence; null where nothing does. `missing` are settings of the server's own. */
export function callFlaw({ agent_name, inbound, contact_number }: Called, missing: readonly string[]): string | null {
  if (!inbound)
    return `${agent_name} is a voice agent that calls its customers: only agents that customers call can be run, over their contact_number.`;
  const wanted = [
    ...(contact_number ? [] : ["the agent has no contact_number to be called under"]),
    ...(missing.length > 0 ? [`this server has no line to call from: ${missing.join(", ")} must be set`] : []),
  ];
  return wanted.length > 0 ? `${agent_name} is a voice agent, and cannot be called: ${wanted.join("; ")}.` : null;
}

/** A number as it is dialed: with a leading +, and the country's code before one that is written without. */
export function dialed({ contact_number, country_code }: Pick<Called, "contact_number" | "country_code">): string {
  const number = contact_number ?? "";
  if (number.startsWith("+")) return number;
  const code = (country_code ?? "").replaceAll(/\D/g, "");
  return code === "" || number.startsWith(code) ? `+${number}` : `+${code}${number.replace(/^0+/, "")}`;
}
