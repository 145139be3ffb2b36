// The addresses of an agent, and which of its secrets are sent to each.
import type { AgentConfiguration } from "@/lib/contracts/simulation/configuration";
import type { AgentSecret } from "@/lib/contracts/simulation/names";

interface Address {
  field: string;
  url: string | null;
  secrets: readonly AgentSecret[];
}

export function addressesOf({ target, websocket_url, livekit_url }: AgentConfiguration): Address[] {
  const url = target?.type === "chat_completions" || target?.type === "webhook" ? target.url : null;
  return [
    { field: "target.url", url, secrets: target?.type === "chat_completions" ? ["api_key"] : [] },
    { field: "websocket_url", url: websocket_url, secrets: ["websocket_headers"] },
    { field: "livekit_url", url: livekit_url, secrets: ["livekit_api_key", "livekit_api_secret"] },
  ];
}

const originOf = (url: string | null): string | null => (url === null ? null : new URL(url).origin);

/** Secrets that were meant for one address and would now go to another. */
export function strayed(before: AgentConfiguration, after: AgentConfiguration, kept: ReadonlySet<AgentSecret>) {
  const places = addressesOf(before);
  return addressesOf(after).flatMap(({ url, secrets }, index) => {
    const hasMoved = url !== null && originOf(url) !== originOf(places[index]?.url ?? null);
    return hasMoved ? secrets.filter((name) => kept.has(name)) : [];
  });
}
