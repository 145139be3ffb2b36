// A provider's answer in one form, whether it came whole or in chunks.
import { isRecord, recordIn } from "@/lib/records";
import { cachedIn, countOf, reportedUsage, writtenIn } from "./reported-usage";
import { type Kept, MAX_CHARACTERS, StreamedMessage } from "./streamed-message";

export interface Answer {
  id: string | null;
  model: string | null;
  choices: Choice[];
  inputTokens: number | null;
  /** Of the input, the tokens read from a cache, and those written to one. */
  cachedInputTokens: number | null;
  cacheWriteTokens: number | null;
  /** Of those, the tokens that Anthropic keeps for an hour. */
  hourCacheWriteTokens: number | null;
  outputTokens: number | null;
  /** Of the input and of the output, the tokens of audio. */
  audioInputTokens: number | null;
  audioOutputTokens: number | null;
  /** What the provider bills, if it reports that it is not all of these: Cohere does. */
  billedInputTokens: number | null;
  billedOutputTokens: number | null;
  /** OpenAI's tier that answered, which may be another than the requested one. */
  serviceTier: string | null;
}

export interface Choice {
  index: number;
  /** In OpenAI's form: role, content, tool_calls. */
  message: Record<string, unknown>;
  finishReason: string | null;
}

/** A completion that came whole. */
export function readAnswer(completion: Record<string, unknown>): Answer {
  const choices = choicesIn(completion).map((choice) => ({
    index: indexOf(choice.index),
    message: isRecord(choice.message) ? choice.message : {},
    finishReason: textOf(choice.finish_reason),
  }));
  return { ...identityOf(completion), choices, ...tokensIn(reportedUsage(completion) ?? {}) };
}

/** Puts an answer together from its chunks. */
export class StreamedAnswer {
  readonly #answer: Answer = { ...identityOf({}), choices: [], ...tokensIn({}) };
  readonly #messages = new Map<Choice, StreamedMessage>();
  readonly #kept: Kept = { room: MAX_CHARACTERS, characters: 0, isPartial: false };

  follow(chunk: unknown): void {
    if (!isRecord(chunk)) return;
    const { id, model, serviceTier } = identityOf(chunk);
    this.#answer.id ??= id;
    this.#answer.model ??= model;
    this.#answer.serviceTier = serviceTier ?? this.#answer.serviceTier;
    const usage = reportedUsage(chunk);
    if (usage) Object.assign(this.#answer, tokensIn(usage));
    for (const { index, delta, finish_reason } of choicesIn(chunk)) {
      const choice = this.#choice(indexOf(index));
      choice.finishReason = textOf(finish_reason) ?? choice.finishReason;
      if (isRecord(delta)) this.#messages.get(choice)?.append(delta);
    }
  }

  /** How much of the answer is kept. */
  get characters(): number {
    return this.#kept.characters;
  }

  /** Whether the answer is not the one that the client got: too long, or of parts that cannot be put together. */
  get isPartial(): boolean {
    return this.#kept.isPartial;
  }

  get isFinished(): boolean {
    const { choices } = this.#answer;
    return choices.length > 0 && choices.every((choice) => choice.finishReason !== null);
  }

  read(): Answer {
    return { ...this.#answer, choices: [...this.#answer.choices].sort((one, other) => one.index - other.index) };
  }

  #choice(index: number): Choice {
    const known = this.#answer.choices.find((choice) => choice.index === index);
    if (known) return known;
    const streamed = new StreamedMessage(this.#kept);
    const choice: Choice = { index, message: streamed.message, finishReason: null };
    this.#messages.set(choice, streamed);
    this.#answer.choices.push(choice);
    return choice;
  }
}

const identityOf = ({ id, model, service_tier: tier }: Record<string, unknown>) => ({
  id: textOf(id),
  model: textOf(model),
  serviceTier: textOf(tier),
});

/** Cohere counts pictures beside the texts. */
function billedInput({ input_tokens, image_tokens }: Record<string, unknown>): number | null {
  const texts = countOf(input_tokens);
  return texts === null ? null : texts + (countOf(image_tokens) ?? 0);
}

function tokensIn(usage: Record<string, unknown>) {
  const details = recordIn(usage.prompt_tokens_details);
  const billed = recordIn(usage.billed_units);
  return {
    inputTokens: countOf(usage.prompt_tokens),
    cachedInputTokens: cachedIn(usage),
    cacheWriteTokens: countOf(details.cache_write_tokens) ?? countOf(details.cache_creation_tokens),
    hourCacheWriteTokens: countOf(details.cache_write_1h_tokens),
    outputTokens: writtenIn(usage),
    audioInputTokens: countOf(details.audio_tokens),
    audioOutputTokens: countOf(recordIn(usage.completion_tokens_details).audio_tokens),
    billedInputTokens: billedInput(billed),
    billedOutputTokens: countOf(billed.output_tokens),
  };
}

const choicesIn = ({ choices }: Record<string, unknown>): Record<string, unknown>[] =>
  Array.isArray(choices) ? choices.filter(isRecord) : [];

const textOf = (value: unknown): string | null => (typeof value === "string" && value !== "" ? value : null);
/** The number of a choice. */
export const indexOf = (value: unknown): number => (typeof value === "number" && value >= 0 ? Math.trunc(value) : 0);
