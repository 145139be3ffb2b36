// How many tokens a call used: as its provider says, else estimated from its text.

import type { ChatBody } from "@/lib/contracts/gateway/chat";
import { MAX_CHOICES, MAX_TOKENS } from "@/lib/contracts/gateway/counts";
import type { Answer } from "../record/answer";
import { hourRate, type Rates, ratesFor } from "./rates";
import { answerBytes, sizeOf } from "./request-size";

export interface Usage {
  /** All of the input, including tokens read from a cache or written to one. */
  inputTokens: number;
  cachedInputTokens: number;
  cacheWriteTokens: number;
  /** Of the tokens written to a cache, those that Anthropic keeps for an hour. */
  hourCacheWriteTokens?: number;
  outputTokens: number;
  /** Of the input that no cache had, and of the output, the tokens of audio. */
  audioInputTokens?: number;
  audioOutputTokens?: number;
  /** Whether OpenAI answered in its tier `flex`. */
  isFlex?: boolean;
  /** Whether any of it is an estimate, because the provider reported nothing or something impossible. */
  isEstimated: boolean;
}

export interface Tokens {
  inputTokens: number;
  outputTokens: number;
}

/** `isStated`: whether the request itself says how long its answer may be. */
export type Estimate = Tokens & { isStated: boolean };

/** The assumed size of an answer if neither the request nor the configuration says so. */
const DEFAULT_OUTPUT_TOKENS = 4096;
const TOKENS_A_MESSAGE = 4;
/** A picture, a sound or a file, whose size in tokens depends on the model. */
const TOKENS_A_PART = 1500;
/** Bytes of UTF-8 per token: the average of texts, which few fall short of. */
const AVERAGE_BYTES = 4;
const CAUTIOUS_BYTES = 3;

/**
 * What a request is taken to use of a minute's tokens: a token for three bytes of text, tools and all, 4 for a message, 1500 for a
 * part that is not text, and for each choice the answer that the request allows.
 */
export function estimateOf(body: ChatBody, defaultOutputTokens: number | null): Estimate {
  const stated = statedOutput(body);
  const each = stated ?? defaultOutputTokens ?? DEFAULT_OUTPUT_TOKENS;
  return {
    inputTokens: inputTokens(body, CAUTIOUS_BYTES),
    outputTokens: each * choicesOf(body),
    isStated: stated !== null,
  };
}

/** How long each answer may be; null where the request does not say. */
export const statedOutput = (body: ChatBody): number | null =>
  countOf(body.max_completion_tokens) ?? countOf(body.max_tokens);

export const choicesOf = ({ n }: ChatBody): number => Math.min(Math.max(countOf(n) ?? 1, 1), MAX_CHOICES);

/** About how many tokens a chat has before it is answered. */
export const tokensIn = (body: ChatBody): number => inputTokens(body, AVERAGE_BYTES);

/** The usage of a call. An explicit 0 is believed; only missing values are estimated, one token per four bytes of text. */
export function usageOf(body: ChatBody, answer: Answer): Usage {
  const input = countOf(answer.billedInputTokens) ?? countOf(answer.inputTokens);
  // Embeddings report no output: they have none.
  const none = statedOutput(body) === 0 ? 0 : null;
  const output = countOf(answer.billedOutputTokens) ?? countOf(answer.outputTokens) ?? none;
  const usage = {
    inputTokens: input ?? inputTokens(body, AVERAGE_BYTES),
    cachedInputTokens: countOf(answer.cachedInputTokens) ?? 0,
    cacheWriteTokens: countOf(answer.cacheWriteTokens) ?? 0,
    hourCacheWriteTokens: countOf(answer.hourCacheWriteTokens) ?? 0,
    outputTokens: output ?? outputTokens(answer),
    audioInputTokens: countOf(answer.audioInputTokens) ?? 0,
    audioOutputTokens: countOf(answer.audioOutputTokens) ?? 0,
    isFlex: answer.serviceTier === "flex",
    isEstimated: input === null || output === null,
  };
  return consistent(usage);
}

/** No part is more than the whole. */
export function consistent(usage: Usage): Usage {
  const { inputTokens, outputTokens, hourCacheWriteTokens = 0, audioInputTokens = 0, audioOutputTokens = 0 } = usage;
  const cachedInputTokens = Math.min(usage.cachedInputTokens, inputTokens);
  const cacheWriteTokens = Math.min(usage.cacheWriteTokens, inputTokens - cachedInputTokens);
  return {
    ...usage,
    cachedInputTokens,
    cacheWriteTokens,
    hourCacheWriteTokens: Math.min(hourCacheWriteTokens, cacheWriteTokens),
    audioInputTokens: Math.min(audioInputTokens, inputTokens - cachedInputTokens - cacheWriteTokens),
    audioOutputTokens: Math.min(audioOutputTokens, outputTokens),
  };
}

/** Micro-dollars, rounded up: the whole request is rounded, not its parts. */
export function costOf(usage: Omit<Usage, "isEstimated">, rates: Rates): number {
  const { inputTokens, cachedInputTokens, cacheWriteTokens, hourCacheWriteTokens = 0, outputTokens } = usage;
  const { audioInputTokens = 0, audioOutputTokens = 0 } = usage;
  const each = ratesFor(rates, usage);
  const pico =
    amount(inputTokens - cachedInputTokens - cacheWriteTokens - audioInputTokens, each.input) +
    amount(audioInputTokens, each.audioInput ?? each.input) +
    amount(cachedInputTokens, each.cachedInput) +
    amount(cacheWriteTokens - hourCacheWriteTokens, each.cacheWrite) +
    (hourCacheWriteTokens > 0 ? amount(hourCacheWriteTokens, hourRate(each)) : 0n) +
    amount(outputTokens - audioOutputTokens, each.output) +
    amount(audioOutputTokens, each.audioOutput ?? each.output);
  return Number((pico + 999_999n) / 1_000_000n);
}

/**
 * The most that so many tokens can cost, in micro-dollars: the input may all go into a cache, if that costs more, and for an hour if
 * the request says so. Input and output may all be audio, where the request has or asks for any. Without rates they cost nothing.
 */
export function worstCost({ inputTokens, outputTokens }: Tokens, rates: Rates | undefined, about: Dearer = {}): number {
  if (!rates) return 0;
  // Up to a threshold may cost more than beyond it.
  const inputs = rates.above ? [inputTokens, Math.min(inputTokens, rates.above.inputTokens)] : [inputTokens];
  return Math.max(...inputs.map((input) => costOf(worstUsage(input, outputTokens, rates, about), rates)));
}

interface Dearer {
  forAnHour?: boolean;
  hasAudio?: boolean;
}

function worstUsage(inputTokens: number, outputTokens: number, rates: Rates, { forAnHour, hasAudio }: Dearer) {
  const each = ratesFor(rates, { inputTokens });
  const { input, cacheWrite, output } = each;
  const { audioInput = input, audioOutput = output } = hasAudio ? each : {};
  const written = forAnHour ? hourRate(each) : cacheWrite;
  const isAudio = audioInput > Math.max(input, written);
  const cacheWriteTokens = !isAudio && written > input ? inputTokens : 0;
  return {
    inputTokens,
    cachedInputTokens: 0,
    cacheWriteTokens,
    hourCacheWriteTokens: forAnHour ? cacheWriteTokens : 0,
    outputTokens,
    audioInputTokens: isAudio ? inputTokens : 0,
    audioOutputTokens: audioOutput > output ? outputTokens : 0,
  };
}

const amount = (tokens: number, rate: number): bigint => BigInt(tokens) * BigInt(rate);

/** A number of tokens that can be believed; null for anything else. */
const countOf = (value: unknown): number | null =>
  typeof value === "number" && Number.isFinite(value) && value >= 0 ? Math.min(Math.ceil(value), MAX_TOKENS) : null;

function inputTokens(body: ChatBody, bytesAToken: number): number {
  const { messages, parts, textBytes, tokens } = sizeOf(body);
  const estimated = messages * TOKENS_A_MESSAGE + parts * TOKENS_A_PART + Math.ceil(textBytes / bytesAToken);
  return Math.min(estimated + tokens, MAX_TOKENS);
}

function outputTokens(answer: Answer): number {
  const each = answerBytes(answer).map((bytes) => Math.ceil(bytes / AVERAGE_BYTES));
  return Math.min(
    each.reduce((sum, tokens) => sum + tokens, 0),
    MAX_TOKENS,
  );
}
