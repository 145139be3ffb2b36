// Answers in the cache, and their replay: whole, or as the stream that they could have been.
import type { Reply } from "@/lib/exchange/exchange";
import { isRecord, recordsIn } from "@/lib/records";
import type { Answer } from "../record/answer";
import { streamReply } from "../stream-reply";

export type Completion = Record<string, unknown>;

/** Finish reasons of the model itself; all others come from a filter or are missing. */
const ends = new Set(["stop", "length", "tool_calls", "function_call"]);

/** Whether an answer is worth replaying: every choice is complete and has content. */
export function isGood(completion: Completion): boolean {
  const choices = recordsIn(completion.choices);
  return choices.length > 0 && !completion.error && choices.every(saysSomething);
}

function saysSomething({ message, finish_reason: reason }: Record<string, unknown>): boolean {
  if (typeof reason !== "string" || !ends.has(reason) || !isRecord(message)) return false;
  const { content, tool_calls: calls, function_call: call } = message;
  return (
    (typeof content === "string" ? content !== "" : recordsIn(content).length > 0) ||
    recordsIn(calls).length > 0 ||
    isRecord(call)
  );
}

/** Members of choices besides those that all providers send, by the choice's number. */
export type MembersByChoice = Map<number, Map<string, unknown>>;

/** A streamed answer as one whole answer, with the chunk's tokens, made at `created` Unix seconds. */
export const completionOf = (
  answer: Answer,
  usage: unknown,
  created: number,
  membersByChoice: MembersByChoice,
): Completion => ({
  id: answer.id,
  object: "chat.completion",
  created,
  model: answer.model,
  choices: answer.choices.map(({ index, message, finishReason }) => ({
    ...Object.fromEntries(membersByChoice.get(index) ?? []),
    index,
    message: { role: "assistant", content: null, ...message },
    logprobs: null,
    finish_reason: finishReason,
  })),
  ...(isRecord(usage) ? { usage } : {}),
});

export const replayWhole = (text: string): Reply => ({
  status: 200,
  headers: { "content-type": "application/json" },
  body: text,
});

/** A chunk for each choice's message and one for its end, with its other members; the tokens last, if requested. */
export function replayStream(completion: Completion, showsUsage: boolean): Reply {
  const { choices: kept, usage, ...shared } = completion;
  const chunk = (choices: object[], more: object = {}) =>
    `data: ${JSON.stringify({ ...shared, object: "chat.completion.chunk", choices, ...more })}\n\n`;
  const events = recordsIn(kept).flatMap(({ index, message, logprobs = null, ...end }) => [
    chunk([{ index, delta: deltaOf(message), logprobs, finish_reason: null }]),
    chunk([{ ...end, index, delta: {}, logprobs: null }]),
  ]);
  if (showsUsage && usage) events.push(chunk([], { usage }));
  return streamReply(chunksOf([...events, "data: [DONE]\n\n"]));
}

/** In a stream, calls go by numbers. */
function deltaOf(message: unknown): Record<string, unknown> {
  if (!isRecord(message)) return {};
  const calls = recordsIn(message.tool_calls).map((call, index) => ({ index, ...call }));
  return calls.length > 0 ? { ...message, tool_calls: calls } : message;
}

async function* chunksOf(events: readonly string[]): AsyncGenerator<string, void> {
  yield* events;
}
