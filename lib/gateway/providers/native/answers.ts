// Answers of other protocols translated to chats, for counting and recording. The answer itself is kept under `native`.
import { isRecord, recordIn, recordsIn, textIn } from "@/lib/records";
import type { NativeOperation } from "./operations";

type Json = Record<string, unknown>;

const countIn = (value: unknown): number => (typeof value === "number" && value > 0 ? value : 0);
/** Undefined if it is not reported: then the text's length estimates it. */
type Count = number | undefined;
const reportedIn = (value: unknown): Count => (typeof value === "number" ? countIn(value) : undefined);
const definedMembers = (members: Json): Json =>
  Object.fromEntries(Object.entries(members).filter(([, value]) => value !== "" && value !== undefined));

/** A null says that a count has not changed. */
const reportedMembers = (usage: unknown): Json =>
  Object.fromEntries(Object.entries(recordIn(usage)).filter(([, value]) => value !== null));

/** An answer that came whole as a completion. One that reports its failure becomes an error alone. */
export function asCompletion(operation: NativeOperation, native: Json): Json {
  const { id, model, service_tier } = native;
  const error = native.error ?? (native.status === "failed" ? { message: "The response has failed." } : null);
  if (error) return { error };
  const { message, reason } = operation === "responses" ? ofResponse(native) : ofMessage(native);
  const choice = { index: 0, message: { role: "assistant", ...message }, finish_reason: reason };
  const usage = usageOf(operation, native.usage);
  return { id, model, object: "chat.completion", service_tier, choices: [choice], usage, native };
}

/** Tokens in the format of OpenAI's chats; undefined if none are reported. */
function usageOf(operation: NativeOperation, usage: unknown): Json | undefined {
  if (!isRecord(usage)) return undefined;
  const [input, output] = [reportedIn(usage.input_tokens), reportedIn(usage.output_tokens)];
  if (operation === "responses") {
    const { cached_tokens: cached } = recordIn(usage.input_tokens_details);
    const { reasoning_tokens: reasoning } = recordIn(usage.output_tokens_details);
    return usageMembers(input, output, { cached_tokens: countIn(cached) }, countIn(reasoning));
  }
  // Anthropic reports tokens read from and written to a cache separately.
  const [cached, written] = [countIn(usage.cache_read_input_tokens), countIn(usage.cache_creation_input_tokens)];
  const hour = countIn(recordIn(usage.cache_creation).ephemeral_1h_input_tokens);
  const details = { cached_tokens: cached, cache_write_tokens: written, cache_write_1h_tokens: hour };
  return usageMembers(input === undefined ? undefined : input + cached + written, output, details, 0);
}

const usageMembers = (prompt: Count, completion: Count, details: Json, reasoning: number): Json => ({
  prompt_tokens: prompt,
  completion_tokens: completion,
  total_tokens: prompt === undefined || completion === undefined ? undefined : prompt + completion,
  prompt_tokens_details: details,
  completion_tokens_details: { reasoning_tokens: reasoning },
});

function ofResponse({ output, incomplete_details: cut, usage: _ }: Json): { message: Json; reason: string } {
  const items = recordsIn(output);
  const parts = items.filter(({ type }) => type === "message").flatMap(({ content }) => recordsIn(content));
  const calls = items
    .filter(isCall)
    .map((item) => callOf(item.call_id, item.name, textIn(item.arguments) || textIn(item.input)));
  const thoughts = items.filter(({ type }) => type === "reasoning").flatMap(({ summary }) => recordsIn(summary));
  const message = definedMembers({
    content: joined(parts.map(({ text }) => textIn(text))),
    refusal: joined(parts.map(({ refusal }) => textIn(refusal))),
    reasoning_content: joined(thoughts.map(({ text }) => textIn(text))),
    tool_calls: calls.length > 0 ? calls : undefined,
  });
  return { message, reason: reasonOf(recordIn(cut).reason, calls.length > 0) };
}

function ofMessage({ content, stop_reason: reason }: Json): { message: Json; reason: string } {
  const blocks = recordsIn(content);
  const calls = blocks
    .filter(({ type }) => type === "tool_use")
    .map(({ id, name, input }) => callOf(id, name, JSON.stringify(input ?? {})));
  const message = definedMembers({
    content: joined(blocks.map(({ text }) => textIn(text))),
    reasoning_content: joined(blocks.map(({ thinking }) => textIn(thinking))),
    tool_calls: calls.length > 0 ? calls : undefined,
  });
  return { message, reason: reasonOf(reason, calls.length > 0) };
}

const isCall = ({ type }: Json): boolean => type === "function_call" || type === "custom_tool_call";

const callOf = (id: unknown, name: unknown, args: string): Json => ({
  id,
  type: "function",
  function: { name, arguments: args },
});

const joined = (texts: string[]): string => texts.join("");

const reasons = new Map<unknown, string>([
  ["max_output_tokens", "length"],
  ["max_tokens", "length"],
  ["model_context_window_exceeded", "length"],
  ["content_filter", "content_filter"],
  ["refusal", "content_filter"],
]);
const reasonOf = (reason: unknown, calls: boolean): string => reasons.get(reason) ?? (calls ? "tool_calls" : "stop");

/** Events that begin an answer without content: until more comes, another provider may answer. */
const openings = new Set<unknown>([
  "response.created",
  "response.in_progress",
  "response.queued",
  "message_start",
  "ping",
]);
export const isOpening = ({ type }: Json): boolean => openings.has(type);

/** Follows one stream: each of its events as a chunk. */
export function asChunks(operation: NativeOperation): (event: Json) => Json {
  const stream = new ChunkStream();
  return operation === "responses" ? (event) => stream.ofOpenai(event) : (event) => stream.ofAnthropic(event);
}

class ChunkStream {
  #head: Json = {};
  #usage: Json = {};
  #reason: unknown = null;
  /** The positions of tool calls in the answer, in order. */
  readonly #calls: unknown[] = [];

  ofAnthropic(event: Json): Json {
    const delta = recordIn(event.delta);
    const block = recordIn(event.content_block);
    switch (event.type) {
      case "message_start": {
        const { id, model, usage } = recordIn(event.message);
        this.#head = { id, model };
        const { output_tokens: _, ...read } = recordIn(usage);
        this.#usage = read;
        const begun = usageOf("messages", read);
        // Known from here on, should the stream break off. Providers that begin with a 0 report the input at the end.
        return this.#chunk({}, null, begun && countIn(begun.prompt_tokens) > 0 ? { usage: begun } : {});
      }
      case "content_block_start":
        return block.type === "tool_use" ? this.#begin(event.index, block.id, block.name) : this.#chunk({});
      case "content_block_delta":
        if (delta.type === "text_delta") return this.#chunk({ content: textIn(delta.text) });
        if (delta.type === "thinking_delta") return this.#chunk({ reasoning_content: textIn(delta.thinking) });
        if (delta.type !== "input_json_delta") return this.#chunk({});
        return this.#grow(event.index, textIn(delta.partial_json));
      case "message_delta":
        this.#usage = { ...this.#usage, ...reportedMembers(event.usage) };
        this.#reason = delta.stop_reason ?? this.#reason;
        return this.#chunk({}, null, isRecord(event.usage) ? { usage: usageOf("messages", this.#usage) } : {});
      case "message_stop":
        return this.#end(this.#reason, { usage: usageOf("messages", this.#usage) });
      default:
        return event.type === "error" ? { error: event.error ?? event } : this.#chunk({});
    }
  }

  ofOpenai(event: Json): Json {
    const { type, response, item, delta, output_index: index } = event;
    const { id, model, error, incomplete_details: cut, usage, service_tier } = recordIn(response);
    if (type === "error" || type === "response.failed") return { error: error ?? event.error ?? event };
    if (type === "response.created") this.#head = { id, model };
    if (type === "response.completed" || type === "response.incomplete")
      return this.#end(recordIn(cut).reason, { model, service_tier, usage: usageOf("responses", usage) });
    const added = recordIn(item);
    if (type === "response.output_item.added")
      return isCall(added) ? this.#begin(index, added.call_id, added.name) : this.#chunk({});
    if (type === "response.function_call_arguments.delta" || type === "response.custom_tool_call_input.delta")
      return this.#grow(index, textIn(delta));
    const member = openaiDeltas.get(type);
    return this.#chunk(member ? { [member]: textIn(delta) } : {});
  }

  #chunk(delta: Json, finish: string | null = null, more: Json = {}): Json {
    return { ...this.#head, choices: [{ index: 0, delta, finish_reason: finish }], ...more };
  }

  #begin(position: unknown, id: unknown, name: unknown): Json {
    this.#calls.push(position);
    return this.#chunk({ tool_calls: [{ index: this.#calls.length - 1, ...callOf(id, name, "") }] });
  }

  #grow(position: unknown, text: string): Json {
    const index = this.#calls.indexOf(position);
    return this.#chunk(index < 0 ? {} : { tool_calls: [{ index, function: { arguments: text } }] });
  }

  #end(reason: unknown, more: Json): Json {
    return this.#chunk({}, reasonOf(reason, this.#calls.length > 0), more);
  }
}

const openaiDeltas = new Map<unknown, string>([
  ["response.output_text.delta", "content"],
  ["response.refusal.delta", "refusal"],
  ["response.reasoning_summary_text.delta", "reasoning_content"],
]);
