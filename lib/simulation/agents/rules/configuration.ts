// Applies a change to an agent's configuration, and finds problems with the result.
import type { AgentConfiguration } from "@/lib/contracts/simulation/configuration";
import type { AgentSecret, AgentType } from "@/lib/contracts/simulation/names";

export type GivenConfiguration = { [Name in keyof AgentConfiguration]?: AgentConfiguration[Name] | undefined };

/** An agent of which only the name is known. */
export const plainConfiguration = (agent_name: string, agent_type: AgentType): AgentConfiguration => ({
  agent_name,
  agent_type,
  inbound: true,
  description: "",
  provider: null,
  assistant_id: null,
  authentication_method: null,
  language: null,
  languages: ["en"],
  contact_number: null,
  country_code: null,
  knowledge_base: null,
  observability_enabled: false,
  target_speaks_first: null,
  model: null,
  model_details: {},
  websocket_url: null,
  livekit_url: null,
  livekit_agent_name: null,
  livekit_config_json: null,
  livekit_max_concurrency: null,
  target: null,
});

/** The configuration with the change applied. A text agent has a target, a voice agent has none. */
export function changed(
  before: AgentConfiguration,
  input: GivenConfiguration,
  has: ReadonlySet<AgentSecret>,
): AgentConfiguration {
  const names = Object.keys(before) as (keyof AgentConfiguration)[]; // safe: a configuration has no other names
  const after = {
    ...before,
    ...Object.fromEntries(names.flatMap((name) => (input[name] === undefined ? [] : [[name, input[name]]]))),
  };
  const isVoice = after.agent_type === "voice";
  const target = isVoice && before.agent_type === "text" && !input.target ? null : after.target;
  return {
    ...after,
    target: isVoice ? target : (target ?? { type: "client" }),
    authentication_method:
      isVoice && has.has("api_key") ? (after.authentication_method ?? "api_key") : after.authentication_method,
  };
}

/** Providers whose speech goes through rooms, which need their own credentials. */
export const isByRoom = (provider: string | null): boolean => /^livekit(_bridge)?$/.test(provider ?? "");

/** Field → its problem; empty if there is none. */
export function flawsOf(agent: AgentConfiguration, has: ReadonlySet<AgentSecret>): Record<string, string> {
  if (agent.agent_type === "text") return {};
  const { provider, contact_number, assistant_id, inbound, observability_enabled } = agent;
  const byRoom = isByRoom(provider);
  const needsAccount = !byRoom && (!inbound || observability_enabled);
  const why = inbound ? "when observability is enabled" : "for an agent that makes calls";
  return {
    ...(agent.target ? { target: "Only a text agent can have a target." } : {}),
    ...(provider ? {} : { provider: "This field is required for a voice agent." }),
    ...(byRoom || contact_number || assistant_id
      ? {}
      : { contact_number: "This field is required for a voice agent without assistant_id." }),
    ...(needsAccount && !has.has("api_key") ? { api_key: `This field is required ${why}.` } : {}),
    ...(needsAccount && !assistant_id ? { assistant_id: `This field is required ${why}.` } : {}),
  };
}

/** As versions show it: without empty fields. */
export const snapshotOf = (configuration: AgentConfiguration, commitMessage: string): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries({ ...configuration, commit_message: commitMessage }).filter(([, value]) => value !== null),
  );
