// The form state of an agent, and the request body with only the fields of its kind.
import type { Output } from "@/lib/contracts/contract";
import type { getAgentDefinition } from "@/lib/contracts/simulation/agents";
import type { AgentTarget } from "@/lib/contracts/simulation/configuration";
import type { AgentType } from "@/lib/contracts/simulation/names";

export type Agent = Output<typeof getAgentDefinition>;
export type Version = Agent["versions"][number];

/** A model of the gateway is a chat endpoint without an address. */
export const reaches = ["description", "gateway", "chat_completions", "webhook", "client"] as const;
export type Reach = (typeof reaches)[number];

const openings = ["called", "agent", "customer"] as const;
export type Opening = (typeof openings)[number];

export interface AgentForm {
  type: AgentType;
  name: string;
  description: string;
  reach: Reach;
  url: string;
  model: string;
  timeout: number | null;
  /** Empty keeps the stored key. */
  apiKey: string;
  provider: string;
  assistantId: string;
  contactNumber: string;
  countryCode: string;
  inbound: boolean;
  /** Who speaks first; "called" means the side that is called. */
  opening: Opening;
  language: string;
  /** Additional languages, which the form does not change. */
  furtherLanguages: readonly string[];
  observed: boolean;
  roomUrl: string;
  roomAgent: string;
  /** Empty keeps the stored credentials. */
  roomKey: string;
  roomSecret: string;
  roomCalls: number | null;
  message: string;
}

export const emptyAgent: AgentForm = {
  type: "text",
  name: "",
  description: "",
  reach: "description",
  url: "",
  model: "",
  timeout: 60,
  apiKey: "",
  provider: "vapi",
  assistantId: "",
  contactNumber: "",
  countryCode: "",
  inbound: true,
  opening: "called",
  language: "en",
  furtherLanguages: [],
  observed: false,
  roomUrl: "",
  roomAgent: "",
  roomKey: "",
  roomSecret: "",
  roomCalls: null,
  message: "",
};

export const reachOf = ({ target }: Pick<Agent, "target">): Reach =>
  target?.type === "chat_completions" && target.url === null ? "gateway" : (target?.type ?? "client");

export function formOfAgent(agent: Agent): AgentForm {
  const { target } = agent;
  return {
    ...emptyAgent,
    type: agent.agent_type,
    name: agent.agent_name,
    description: agent.description,
    reach: reachOf(agent),
    url: target && "url" in target ? (target.url ?? "") : "",
    model: target && "model" in target ? target.model : "",
    timeout: target && "timeout_seconds" in target ? target.timeout_seconds : 60,
    provider: agent.provider ?? "",
    assistantId: agent.assistant_id ?? "",
    contactNumber: agent.contact_number ?? "",
    countryCode: agent.country_code ?? "",
    inbound: agent.inbound,
    opening: agent.target_speaks_first === null ? "called" : agent.target_speaks_first ? "agent" : "customer",
    roomUrl: agent.livekit_url ?? "",
    roomAgent: agent.livekit_agent_name ?? "",
    roomCalls: agent.livekit_max_concurrency,
    language: agent.language ?? agent.languages[0] ?? "en",
    furtherLanguages: agent.languages.slice(1),
    observed: agent.observability_enabled,
  };
}

function targetOf({ reach, url, model, timeout }: AgentForm): AgentTarget {
  const timeout_seconds = timeout ?? 60;
  switch (reach) {
    case "client":
      return { type: "client" };
    case "webhook":
      return { type: "webhook", url: url.trim(), timeout_seconds };
    case "description":
      return { type: "description", model: model.trim(), timeout_seconds };
    case "gateway":
      return { type: "chat_completions", url: null, model: model.trim(), timeout_seconds };
    case "chat_completions":
      return { type: "chat_completions", url: url.trim(), model: model.trim(), timeout_seconds };
  }
}

/** The request body, for a new agent as well as for a new version. */
export function bodyOf(form: AgentForm) {
  const key = form.apiKey.trim() === "" ? {} : { api_key: form.apiKey.trim() };
  const shared = { agent_name: form.name, agent_type: form.type, description: form.description };
  const message = form.message.trim() === "" ? {} : { commit_message: form.message.trim() };
  if (form.type === "text") return { ...shared, ...message, ...key, target: targetOf(form) };
  return {
    ...shared,
    ...message,
    ...key,
    provider: form.provider.trim(),
    assistant_id: form.assistantId.trim(),
    contact_number: form.contactNumber.trim(),
    country_code: form.countryCode.trim(),
    inbound: form.inbound,
    target_speaks_first: form.opening === "called" ? null : form.opening === "agent",
    language: form.language,
    languages: [form.language, ...form.furtherLanguages.filter((language) => language !== form.language)],
    observability_enabled: form.observed,
    ...(inRooms(form) ? roomsOf(form) : {}),
  };
}

/** Whether its calls use LiveKit rooms, which have their own credentials. */
export const inRooms = ({ provider }: Pick<AgentForm, "provider">): boolean => provider.startsWith("livekit");

interface ReadAssistant {
  name: string;
  prompt: string;
  commit_message: string;
}

/** The form with an assistant's prompt as the description; name and message are filled in if blank. */
export const withAssistant = (form: AgentForm, { name, prompt, commit_message }: ReadAssistant) => ({
  name: form.name.trim() === "" ? name : form.name,
  description: prompt === "" ? form.description : prompt,
  message: form.message.trim() === "" ? commit_message : form.message,
});

const roomsOf = ({ roomUrl, roomAgent, roomKey, roomSecret, roomCalls }: AgentForm) => ({
  livekit_url: roomUrl.trim(),
  livekit_agent_name: roomAgent.trim(),
  livekit_max_concurrency: roomCalls,
  ...(roomKey.trim() === "" ? {} : { livekit_api_key: roomKey.trim() }),
  ...(roomSecret.trim() === "" ? {} : { livekit_api_secret: roomSecret.trim() }),
});

export const reachWords: Record<Reach, { label: string; hint: string }> = {
  description: {
    label: "A model plays it",
    hint: "A model plays the agent from its description. Nothing else is needed.",
  },
  gateway: { label: "A gateway model", hint: "Receives the conversation only, without the description." },
  chat_completions: { label: "A chat endpoint", hint: "Any server that speaks OpenAI's chat completions." },
  webhook: { label: "A webhook", hint: "Your server receives each turn as a signed request." },
  client: { label: "A client program", hint: "Your program drives the conversations, for example with the SDK." },
};

/** A short label of how an agent is reached. */
export function reachText(agent: Pick<Agent, "agent_type" | "provider" | "target">): string {
  if (agent.agent_type === "voice") return agent.provider ?? "No provider";
  return reachWords[reachOf(agent)].label;
}
