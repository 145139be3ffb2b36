// Who speaks next, and when the conversation is over.
import type { EndCause } from "@/lib/contracts/simulation/call-names";
import { type Turn, toolCallsIn } from "./turn";

export type Next = { kind: "customer" } | { kind: "agent" } | { kind: "end"; cause: EndCause };

interface Rules {
  /** Whether customers contact the agent, rather than the agent them. */
  inbound: boolean;
  /** Turns of the agent. */
  maxTurns: number;
}

/** Tools with which an agent hangs up. */
const ENDS = new Set(["endcall", "end_call", "endchat", "end_chat"]);

export const agentTurns = (turns: readonly Turn[]): number => turns.filter(({ role }) => role === "assistant").length;
export const customerTurns = (turns: readonly Turn[]): number => turns.length - agentTurns(turns);

export function nextOf(turns: readonly Turn[], { inbound, maxTurns }: Rules): Next {
  const last = turns.at(-1);
  if (!last) return inbound ? { kind: "customer" } : { kind: "agent" };
  if (last.ends) return { kind: "end", cause: last.role === "user" ? "customer_ended" : "agent_ended" };
  if (last.role === "user") return { kind: "agent" };
  if (endsByTool(last)) return { kind: "end", cause: "agent_ended" };
  if (agentTurns(turns) >= maxTurns) return { kind: "end", cause: "max_turns" };
  return { kind: "customer" };
}

export const endsByTool = (turn: Pick<Turn, "messages">): boolean =>
  toolCallsIn(turn.messages).some((call) => ENDS.has(call.function.name.toLowerCase()));
