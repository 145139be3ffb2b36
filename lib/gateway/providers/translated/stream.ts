// Streams of the AI SDK's models as OpenAI's events.
import type { LanguageModelV3StreamPart, LanguageModelV3Usage } from "@ai-sdk/provider";
import { logIgnored } from "@/lib/error-report";
import { callOf, type Envelope, failureOf, reasonOf, usageMember } from "./answer";
import { errorOf } from "./failure";

const encoder = new TextEncoder();

/** Ends without a finish reason where the provider broke off, and with an error event where it failed. */
export async function* eventsOf(
  stream: ReadableStream<LanguageModelV3StreamPart>,
  envelope: Envelope,
): AsyncGenerator<Uint8Array, void> {
  const chunks = new Chunks(envelope);
  const reader = stream.getReader();
  try {
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      const text = chunks.of(part.value);
      if (text !== "") yield encoder.encode(text);
      if (chunks.areOver) return;
    }
  } finally {
    await reader.cancel().catch(logIgnored("cancel a provider's stream"));
  }
}

class Chunks {
  #envelope: Envelope;
  #hasBegun = false;
  #hasText = false;
  /** The tools that are called, by the ids of the calls. */
  readonly #calls = new Map<string, number>();
  /** Those whose arguments have begun. */
  readonly #begun = new Set<string>();
  areOver = false;

  constructor(envelope: Envelope) {
    this.#envelope = envelope;
  }

  of(part: LanguageModelV3StreamPart): string {
    switch (part.type) {
      case "response-metadata":
        this.#envelope = {
          ...this.#envelope,
          id: part.id ?? this.#envelope.id,
          model: part.modelId ?? this.#envelope.model,
        };
        return "";
      case "text-delta":
        this.#hasText ||= part.delta !== "";
        return this.#delta({ content: part.delta });
      case "reasoning-delta":
        return this.#delta({ reasoning_content: part.delta });
      case "tool-input-start":
        // Google's come whole, and only then with their signature.
        return part.providerMetadata?.google ? "" : this.#call(part.id, part.toolName, "");
      case "tool-input-delta":
        return this.#input(part.id, part.delta);
      case "tool-call": {
        const call = callOf(part);
        // The deltas of a call without arguments bring no text, and an empty text is not JSON.
        if (this.#calls.has(part.toolCallId))
          return this.#begun.has(part.toolCallId) ? "" : this.#input(part.toolCallId, call.function.arguments);
        return this.#call(call.id, call.function.name, call.function.arguments);
      }
      case "finish":
        this.areOver = true;
        return this.#end(part);
      case "error":
        this.areOver = true;
        return event({ error: errorOf(part.error) });
      default:
        return "";
    }
  }

  #end({ finishReason, usage }: Extract<LanguageModelV3StreamPart, { type: "finish" }>): string {
    // A stream that is cut finishes without a reason from the provider.
    if (finishReason.raw === undefined) return "";
    const hasCalls = this.#calls.size > 0;
    const failure = failureOf(finishReason, this.#hasText || hasCalls);
    const tokens = this.#tokens(failure ? withoutNothing(usage) : usage);
    if (failure) return tokens + event({ error: failure });
    return `${this.#delta({}, reasonOf(finishReason, hasCalls))}${tokens}data: [DONE]\n\n`;
  }

  #tokens(usage: LanguageModelV3Usage): string {
    const member = usageMember(usage);
    return "usage" in member ? event({ ...this.#members(), choices: [], ...member }) : "";
  }

  #input(id: string, text: string): string {
    const index = this.#calls.get(id);
    if (index === undefined || text === "") return "";
    this.#begun.add(id);
    return this.#delta({ tool_calls: [{ index, function: { arguments: text } }] });
  }

  #call(id: string, name: string, args: string): string {
    const index = this.#calls.size;
    this.#calls.set(id, index);
    return this.#delta({ tool_calls: [{ index, id, type: "function", function: { name, arguments: args } }] });
  }

  #delta(delta: object, finishReason: string | null = null): string {
    const role = this.#hasBegun ? {} : { role: "assistant" };
    this.#hasBegun = true;
    const choices = [{ index: 0, delta: { ...role, ...delta }, logprobs: null, finish_reason: finishReason }];
    return event({ ...this.#members(), choices });
  }

  #members(): object {
    return { ...this.#envelope, object: "chat.completion.chunk" };
  }
}

const event = (data: object): string => `data: ${JSON.stringify(data)}\n\n`;

/** An answer that failed has tokens: the SDK writes 0 where its provider reports none. */
function withoutNothing(usage: LanguageModelV3Usage): LanguageModelV3Usage {
  if (usage.outputTokens.total !== 0) return usage;
  const { raw: _, ...rest } = usage;
  return { ...rest, outputTokens: { ...usage.outputTokens, total: undefined, text: undefined } };
}
