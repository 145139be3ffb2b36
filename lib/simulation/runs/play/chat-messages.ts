// The messages of clients that speak for their agents, and the answers to them.
import type { Verb } from "@/lib/context";
import type { TurnMessage } from "@/lib/contracts/simulation/call-parts";
import type * as contracts from "@/lib/contracts/simulation/runs/chat";
import { spokenIn, type Turn } from "../../conversation/rules/turn";

export type ChatInput = Parameters<Verb<typeof contracts.sendChatMessage>>[1];

export const wire = ({ role, content }: Turn) => ({ role, content });

/** In the API the agent speaks as the user; in the transcript it is the assistant. */
export function read({
  role,
  content,
  name,
  tool_call_id,
  tool_calls,
}: NonNullable<ChatInput["messages"]>[number]): TurnMessage {
  return {
    role: role === "tool" ? "tool" : "assistant",
    content: content ?? null,
    ...(name ? { name } : {}),
    ...(tool_call_id ? { tool_call_id } : {}),
    ...(tool_calls?.length ? { tool_calls } : {}),
  };
}

/** The answer to messages: the customer's turn, if it is the last one. */
export function answerOf(messages: readonly TurnMessage[], turns: readonly Turn[]) {
  const last = turns.at(-1);
  const reply = last?.role === "user" ? last : null;
  return {
    input_message: [{ role: "assistant", content: spokenIn(messages) }],
    output_message: reply ? [wire(reply)] : [],
    message_history: turns.filter(({ content }) => content.trim() !== "").map(wire),
    chat_ended: reply === null || reply.ends,
  };
}
