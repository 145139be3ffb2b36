// A turn, and what each side sees of the earlier turns.
import type { TurnRole } from "@/lib/contracts/simulation/call-names";
import type { ToolCall, TurnMessage } from "@/lib/contracts/simulation/call-parts";

export interface Turn {
  number: number;
  /** `user` is the simulated customer, `assistant` the agent. */
  role: TurnRole;
  /** The text of the turn, without tool calls and their results. */
  content: string;
  messages: readonly TurnMessage[];
  scripted: boolean;
  /** Whether its speaker ended the conversation with it. */
  ends: boolean;
}

export interface ChatMessage {
  role: "system" | "user" | "assistant" | "tool";
  content: string | null;
  name?: string | undefined;
  tool_call_id?: string | undefined;
  tool_calls?: ToolCall[] | undefined;
}

/** The spoken text of a turn's messages. Tool results and pure tool calls have none. */
export const spokenIn = (messages: readonly TurnMessage[]): string =>
  messages
    .filter(({ role }) => role !== "tool")
    .map(({ content }) => content?.trim() ?? "")
    .filter((text) => text !== "")
    .join("\n");

/**
 * Groups messages into turns: each message of the customer, and everything that the agent sends between two of them.
 */
export function turnsIn(messages: readonly TurnMessage[]): Turn[] {
  const turns: { role: TurnRole; messages: TurnMessage[] }[] = [];
  for (const message of messages) {
    const last = turns.at(-1);
    if (message.role !== "user" && last?.role === "assistant") last.messages.push(message);
    else turns.push({ role: message.role === "user" ? "user" : "assistant", messages: [message] });
  }
  return turns.map((turn, number) => ({
    ...turn,
    number,
    content: spokenIn(turn.messages),
    scripted: false,
    ends: false,
  }));
}

export const toolCallsIn = (messages: readonly TurnMessage[]): ToolCall[] =>
  messages.flatMap(({ tool_calls }) => tool_calls ?? []);

const BEGIN = "(The conversation begins. Say your first message.)";
const GO_ON = "(There is no answer yet. Go on.)";

/**
 * The conversation as the simulator's model sees it: itself as the assistant, the agent as the user. A user message
 * always comes last, because several providers require it. `hint` is added to the last message.
 */
export function simulatorMessages(prompt: string, turns: readonly Turn[], hint: string | null = null): ChatMessage[] {
  const spoken = turns
    .filter(({ content }) => content.trim() !== "")
    .map(({ role, content }): ChatMessage => ({ role: role === "user" ? "assistant" : "user", content }));
  const last = spoken.at(-1);
  const opening: ChatMessage[] =
    last?.role === "user" ? [] : [{ role: "user", content: last === undefined ? BEGIN : GO_ON }];
  const hints: ChatMessage[] = hint === null ? [] : [{ role: "user", content: `(${hint})` }];
  return [{ role: "system", content: prompt }, ...spoken, ...opening, ...hints];
}

/** The conversation as an agent sees it, with its own tool calls and their results. */
export const agentMessages = (turns: readonly Turn[]): ChatMessage[] =>
  turns.flatMap(({ role, content, messages }): ChatMessage[] =>
    role === "user" ? [{ role: "user", content }] : messages.map((message): ChatMessage => ({ ...message })),
  );

/** "role: text", one message per line, as evaluations read a transcript. */
export const transcriptText = (turns: readonly Turn[]): string =>
  turns
    .filter(({ content }) => content.trim() !== "")
    .map(({ role, content }) => `${role}: ${content}`)
    .join("\n");

export const oneSide = (turns: readonly Turn[], side: TurnRole): string =>
  turns
    .filter(({ role, content }) => role === side && content.trim() !== "")
    .map(({ content }) => content)
    .join("\n");
