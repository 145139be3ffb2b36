// How the contents of a span are read: as a conversation, or as text.
import { type Block, blockOf } from "@/app/_components/source/block";
import type { ChatMessage } from "@/lib/chat-messages";
import type { Span } from "@/lib/contracts/traces/traces";

export const textOf = (value: unknown): string | null =>
  value === null || value === undefined ? null : typeof value === "string" ? value : JSON.stringify(value);

type Contents = Pick<Span, "input" | "output">;

/** Input and output as one conversation; null if either is something else. A plain answer is the assistant's. */
export function conversationOf({ input, output }: Contents): { before: ChatMessage[]; after: ChatMessage[] } | null {
  const question = blockOf(textOf(input));
  const answer = blockOf(textOf(output));
  if (question.kind !== "conversation") return null;
  const after = answerOf(answer);
  return after && { before: question.turns, after };
}

function answerOf(block: Block): ChatMessage[] | null {
  switch (block.kind) {
    case "empty":
      return [];
    case "conversation":
      return block.turns;
    case "text":
    case "markdown":
      return [{ role: "assistant", text: block.text, reasoning: "", calls: [] }];
    case "files":
    case "json":
      return null;
  }
}

/** A value as lines to compare: a conversation turn by turn, JSON indented. */
export function linesOf(value: unknown): string {
  const text = textOf(value);
  const block = blockOf(text);
  if (block.kind === "json") return JSON.stringify(block.value, null, 2);
  if (block.kind !== "conversation") return text ?? "";
  return block.turns.map(turnLines).join("\n\n");
}

const turnLines = ({ role, text, reasoning, calls }: ChatMessage): string =>
  [
    `${role}: ${text}`,
    ...(reasoning ? [`(reasoning) ${reasoning}`] : []),
    ...calls.map(({ name, input }) => `(calls ${name ?? "a tool"}) ${textOf(input) ?? ""}`),
  ].join("\n");

/** The model with its provider, which gateways and some applications write into its name already. */
export const modelText = ({ provider, model }: Pick<Span, "provider" | "model">): string | null =>
  model && provider && !model.startsWith(`${provider}/`) ? `${provider}/${model}` : model;
