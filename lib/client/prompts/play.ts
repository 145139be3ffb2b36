// A prompt that is tried: its answer chunk by chunk, and what it has cost.
import type { PromptChatMessage, PromptContent } from "@/lib/contracts/prompts/content";
import { recordIn, recordsIn, textIn } from "@/lib/records";
import { bodyOf, requestFor } from "../call";
import { CallError, errorOf } from "../call-error";
import { playPrompt } from "../operations";

export interface ToolCall {
  id: string;
  name: string;
  /** JSON, as the model writes it. */
  arguments: string;
}

export interface Played {
  text: string;
  toolCalls: readonly ToolCall[];
  /** Milliseconds to the first chunk and to the end; null until then. */
  firstMs: number | null;
  totalMs: number | null;
  /** US dollars; null for a model without a price. */
  cost: number | null;
  inputTokens: number | null;
  outputTokens: number | null;
}

export const nothingPlayed: Played = {
  text: "",
  toolCalls: [],
  firstMs: null,
  totalMs: null,
  cost: null,
  inputTokens: null,
  outputTokens: null,
};

interface Playing {
  content: PromptContent;
  variables: Record<string, unknown>;
  turns: readonly PromptChatMessage[];
  signal: AbortSignal;
  onChunk: (played: Played) => void;
}

/** Throws a CallError, or the signal's reason once that is aborted. */
export async function play({ content, variables, turns, signal, onChunk }: Playing): Promise<Played> {
  const startedAt = performance.now();
  const response = await fetch(requestFor(playPrompt, { content, variables, turns: [...turns] }, { signal })).catch(
    (cause) => {
      throw signal.aborted ? cause : lost();
    },
  );
  if (!response.ok) throw errorOf(response.status, await bodyOf(response, { signal }));
  let played = nothingPlayed;
  for await (const chunk of chunksOf(response)) {
    const elapsed = Math.round(performance.now() - startedAt);
    played = { ...withChunk(played, chunk), firstMs: played.firstMs ?? elapsed };
    onChunk(played);
  }
  return { ...played, totalMs: Math.round(performance.now() - startedAt) };
}

const lost = () => new CallError(0, "unreachable", "The connection to the server broke off. Try again.");

async function* chunksOf(response: Response): AsyncGenerator<Record<string, unknown>> {
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  for (let isOpen = true; isOpen && reader; ) {
    const { done, value = "" } = await reader.read();
    const events = (rest + value).split("\n\n");
    rest = events.pop() ?? "";
    isOpen = !done;
    for (const event of events) {
      const data = event.replace(/^data: /, "");
      if (data === "[DONE]") return;
      if (event.startsWith("data: ")) yield JSON.parse(data); // what the gateway sends is JSON
    }
  }
  throw lost();
}

/** What a chunk adds. Throws the failure with which a stream breaks off. */
export function withChunk(played: Played, chunk: Record<string, unknown>): Played {
  if (chunk.error) throw errorOf(502, chunk);
  const [choice] = recordsIn(chunk.choices);
  const delta = recordIn(choice?.delta);
  const usage = recordIn(chunk.usage);
  const metadata = recordIn(chunk.gateway_metadata);
  return {
    ...played,
    text: played.text + textIn(delta.content),
    toolCalls: withCalls(played.toolCalls, recordsIn(delta.tool_calls)),
    cost: numberOr(metadata.cost, played.cost),
    inputTokens: numberOr(usage.prompt_tokens, played.inputTokens),
    outputTokens: numberOr(usage.completion_tokens, played.outputTokens),
  };
}

/** Chunks of a call carry its index; its id and name come with the first. */
function withCalls(calls: readonly ToolCall[], chunks: readonly Record<string, unknown>[]): readonly ToolCall[] {
  if (chunks.length === 0) return calls;
  const next = [...calls];
  for (const chunk of chunks) {
    const index = typeof chunk.index === "number" ? chunk.index : Math.max(0, next.length - 1);
    const { name, arguments: text } = recordIn(chunk.function);
    const known = next[index] ?? { id: "", name: "", arguments: "" };
    next[index] = {
      id: known.id || textIn(chunk.id),
      name: known.name || textIn(name),
      arguments: known.arguments + textIn(text),
    };
  }
  // A provider may skip an index.
  return next.filter((call) => call !== undefined);
}

/** The figures of an answer that took several calls of the model. Unknown is null. */
export function withBefore(before: Played, played: Played): Played {
  const sum = (one: number | null, other: number | null) => (one === null || other === null ? null : one + other);
  return {
    ...played,
    firstMs: before.firstMs,
    totalMs: sum(before.totalMs, played.totalMs),
    cost: sum(before.cost, played.cost),
    inputTokens: sum(before.inputTokens, played.inputTokens),
    outputTokens: sum(before.outputTokens, played.outputTokens),
  };
}

const numberOr = (value: unknown, otherwise: number | null): number | null =>
  typeof value === "number" ? value : otherwise;
