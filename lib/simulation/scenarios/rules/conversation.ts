// Turns a production conversation into a row that replays it.
import { excerpt } from "@/lib/bounds/excerpt";
import { readMessages } from "@/lib/chat-messages";
import { isRecord, recordsIn, textIn } from "@/lib/records";

export interface Message {
  role: "user" | "assistant";
  text: string;
}

const MAX_TURNS = 100;
const USERS = new Set(["user", "human", "customer", "caller"]);
const AGENTS = new Set(["assistant", "ai", "agent", "bot", "model"]);

/** The turns of one trace: the messages of its input, if it has some, and its output. */
export function messagesOfTrace(input: unknown, output: unknown): Message[] {
  const inputMessages = messagesIn(input);
  const spoken =
    inputMessages.length > 0
      ? inputMessages
      : textOf(input) === ""
        ? []
        : [{ role: "user" as const, text: textOf(input) }];
  const answered = messagesIn(output).filter(({ role }) => role === "assistant");
  const last = answered.at(-1)?.text || textOf(output);
  return last === "" ? spoken : [...spoken, { role: "assistant", text: last }];
}

function messagesIn(value: unknown): Message[] {
  const messages =
    readMessages(value) ?? (Array.isArray(value) ? value.flatMap((one) => readMessages([one]) ?? []) : []);
  return messages.flatMap((message) => {
    const role = message.role.toLowerCase();
    const text = message.text.trim();
    if (text === "" || (!USERS.has(role) && !AGENTS.has(role))) return [];
    return { role: USERS.has(role) ? ("user" as const) : ("assistant" as const), text };
  });
}

function textOf(value: unknown): string {
  if (typeof value === "string") return value.trim();
  if (Array.isArray(value))
    return recordsIn(value)
      .map(({ text }) => textIn(text))
      .join("\n")
      .trim();
  if (!isRecord(value)) return "";
  return (
    (["input", "question", "query", "text", "content", "output", "answer"] as const)
      .map((name) => textIn(value[name]))
      .find((text) => text !== "")
      ?.trim() ?? ""
  );
}

/** The turns of a session's traces. A trace may repeat earlier messages, so only what each adds counts. */
export function joinedMessages(traces: readonly (readonly Message[])[]): Message[] {
  const all: Message[] = [];
  for (const spoken of traces) {
    const known = spoken.findIndex((turn, index) => turn.text !== all[index]?.text);
    const repeats = known > 0 && known >= all.length;
    all.push(...(repeats ? spoken.slice(known) : spoken));
  }
  return all;
}

/** The row's script, and a situation that says why the conversation began. Null if there is no user message. */
export function rowOfConversation(spoken: readonly Message[]): { script: string[]; situation: string } | null {
  const script = spoken.flatMap(({ role, text }) => (role === "user" ? text : [])).slice(0, MAX_TURNS);
  const [first] = script;
  if (first === undefined) return null;
  return { script, situation: `A person who has met this agent in production begins with: “${excerpt(first, 300)}”` };
}
