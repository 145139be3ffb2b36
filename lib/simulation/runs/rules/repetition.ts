// Whether a client sends messages again whose answer it has lost.
import { isDeepStrictEqual } from "node:util";
import type { CallStatus, EndCause } from "@/lib/contracts/simulation/call-names";
import type { TurnMessage } from "@/lib/contracts/simulation/call-parts";
import type { Turn } from "../../conversation/rules/turn";

interface Call {
  status: CallStatus;
  cause: EndCause | null;
  /** How often a stored answer was sent again since the last turn. */
  waits: number;
}

/** The messages are `unanswered` if the customer's reply is missing, and `answered` if the conversation went on or ended. */
export type Repetition = "none" | "unanswered" | "answered" | "ended";

/** Ends that an answer reports, rather than an error or the client itself. */
const reported: readonly (EndCause | null)[] = ["customer_ended", "script_ended", "agent_ended", "max_turns"];

/**
 * An agent may also repeat itself after the customer's reply. So a stored reply is sent again only once: the next
 * equal messages are a turn, and the conversation goes on.
 */
export function repetitionOf(
  { status, cause, waits }: Call,
  turns: readonly Turn[],
  messages: readonly TurnMessage[],
): Repetition {
  const hasReply = turns.at(-1)?.role === "user";
  const agentTurn = turns.at(hasReply ? -2 : -1);
  if (agentTurn?.role !== "assistant" || !isDeepStrictEqual(agentTurn.messages, messages)) return "none";
  if (status === "ongoing") return hasReply ? (waits === 0 ? "answered" : "none") : "unanswered";
  const isOver = status === "analyzing" || status === "completed";
  return isOver && reported.includes(cause) ? "ended" : "none";
}
