// The agent of a conversation, and how to reach it.
import type { AgentTarget } from "@/lib/contracts/simulation/configuration";
import type { AskModel } from "@/lib/evaluation/judge/judge";
import type { Send } from "@/lib/gateway/providers/provider";

export interface Agent {
  name: string;
  description: string;
  target: Exclude<AgentTarget, { type: "client" }>;
  secrets: { api_key?: string | undefined; webhook_secret?: string | undefined };
}

export interface ConversationRef {
  /** Null if the agent is tried outside a conversation. */
  executionId: string | null;
  callId: string;
  /** How often the call was played before; by default never. */
  earlierPlays?: number;
}

export interface AgentClient {
  ask: () => Promise<AskModel>;
  send: Send;
  now: () => Date;
}
