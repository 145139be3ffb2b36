// A trace as a part of its session's conversation.
import { type ChatMessage, readMessages } from "@/lib/chat-messages";
import { parseJson } from "@/lib/gateway/parse-json";
import { textOf } from "./field-text";

/** What a trace adds to its session: the last message of its input, and of its output. */
export const turnsOfTrace = ({ input, output }: { input?: unknown; output?: unknown }): ChatMessage[] =>
  [turnOf("user", lastMessage(input)), turnOf("assistant", lastMessage(output))].filter(({ text }) => text !== "");

const turnOf = (role: string, text: string): ChatMessage => ({ role, text, reasoning: "", calls: [] });

function lastMessage(value: unknown): string {
  const messages = readMessages(typeof value === "string" && /^\s*[[{]/.test(value) ? parseJson(value) : value);
  return messages ? (messages.at(-1)?.text ?? "") : (textOf(value) ?? "");
}
