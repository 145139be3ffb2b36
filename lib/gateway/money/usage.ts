// How many tokens a call used: as its provider says, else estimated from its text.
import type { ChatBody } from "@/lib/contracts/gateway/chat";
import type { Answer } from "../record/answer";
import type { Rates } from "./rates";

export interface Usage {
  /** All of the input, what came from a cache or went into one included. */
  inputTokens: number;
  cachedInputTokens: number;
  cacheWriteTokens: number;
  outputTokens: number;
  /** Whether any of it is an estimate, since the provider did not say. */
  isEstimated: boolean;
}

export interface Bound {
  inputTokens: number;
  /** What the answer may have at most. */
  outputTokens: number;
  /** Whether the request itself says so. */
  isStated: boolean;
}

/** What an answer is taken to have at most where neither the request nor the configuration says so. */
export const DEFAULT_OUTPUT_TOKENS = 4096;
const MAX_TOKENS = 10_000_000;
const MAX_CHOICES = 128;
const TOKENS_A_MESSAGE = 4;
/** A picture, a sound or a file, whose size in tokens depends on the model. */
const TOKENS_A_PART = 1500;
/** Bytes of UTF-8 a token: what texts have on average, and what few fall short of. */
const AVERAGE_BYTES = 4;
const BOUND_BYTES = 3;

/**
 * What a request may use at most: a token for three bytes of text, tools and all, 4 for a message, 1500 for a part that is no text, and for each
 * choice the answer that the request allows.
 */
export function boundOf(body: ChatBody, defaultOutputTokens: number | null): Bound {
  const stated = countOf(body.max_completion_tokens) ?? countOf(body.max_tokens);
  const choices = Math.min(Math.max(countOf(body.n) ?? 1, 1), MAX_CHOICES);
  const each = Math.min(stated ?? defaultOutputTokens ?? DEFAULT_OUTPUT_TOKENS, MAX_TOKENS);
  return { inputTokens: inputTokens(body, BOUND_BYTES), outputTokens: each * choices, isStated: stated !== null };
}

/** About how many tokens a chat has before it is answered. */
export const tokensIn = (body: ChatBody): number => inputTokens(body, AVERAGE_BYTES);

/** What a call used. An explicit 0 is the provider's word; only what is missing is estimated, a token for four bytes of text. */
export function usageOf(body: ChatBody, answer: Answer): Usage {
  const input = countOf(answer.inputTokens);
  const output = countOf(answer.outputTokens);
  const inputs = input ?? inputTokens(body, AVERAGE_BYTES);
  const cached = Math.min(countOf(answer.cachedInputTokens) ?? 0, inputs);
  return {
    inputTokens: inputs,
    cachedInputTokens: cached,
    cacheWriteTokens: Math.min(countOf(answer.cacheWriteTokens) ?? 0, inputs - cached),
    outputTokens: output ?? outputTokens(answer),
    isEstimated: input === null || output === null,
  };
}

/** Micro-dollars, rounded up: the whole request is rounded, not its parts. */
export function costOf(usage: Omit<Usage, "isEstimated">, rates: Rates): number {
  const { inputTokens, cachedInputTokens, cacheWriteTokens, outputTokens } = usage;
  const pico =
    amount(inputTokens - cachedInputTokens - cacheWriteTokens, rates.input) +
    amount(cachedInputTokens, rates.cachedInput) +
    amount(cacheWriteTokens, rates.cacheWrite) +
    amount(outputTokens, rates.output);
  return Number((pico + 999_999n) / 1_000_000n);
}

/** The most that a bounded request can cost, in micro-dollars: its input may all go into a cache, if that costs more. */
export function worstCost({ inputTokens, outputTokens }: Bound, rates: Rates): number {
  const isWritten = rates.cacheWrite > rates.input;
  const cacheWriteTokens = isWritten ? inputTokens : 0;
  return costOf({ inputTokens, cachedInputTokens: 0, cacheWriteTokens, outputTokens }, rates);
}

const amount = (tokens: number, rate: number): bigint => BigInt(tokens) * BigInt(rate);

/** A number of tokens that can be believed; null for anything else. */
const countOf = (value: unknown): number | null =>
  typeof value === "number" && Number.isFinite(value) && value >= 0 ? Math.min(Math.ceil(value), MAX_TOKENS) : null;

/** Members of a message that are no text of their own, or counted as what they are. */
const isCountedApart: ReadonlySet<string> = new Set(["role", "content"]);

function inputTokens(body: ChatBody, bytesAToken: number): number {
  let bytes = body.tools === undefined ? 0 : bytesIn(JSON.stringify(body.tools) ?? "");
  let tokens = 0;
  for (const message of body.messages) {
    tokens += TOKENS_A_MESSAGE;
    const { content } = message;
    if (typeof content === "string") bytes += bytesIn(content);
    for (const part of Array.isArray(content) ? content : []) {
      if (typeof part.text === "string") bytes += bytesIn(part.text);
      else tokens += TOKENS_A_PART;
    }
    for (const name in message) if (!isCountedApart.has(name)) bytes += sizeOf(message[name]);
  }
  return Math.min(tokens + Math.ceil(bytes / bytesAToken), MAX_TOKENS);
}

function outputTokens({ choices }: Answer): number {
  const bytes = choices.map(({ message: { role: _, ...said } }) =>
    Object.values(said).reduce<number>((sum, value) => sum + sizeOf(value), 0),
  );
  return Math.min(
    bytes.reduce((sum, each) => sum + Math.ceil(each / AVERAGE_BYTES), 0),
    MAX_TOKENS,
  );
}

/** Bytes of what a member says: tool calls, thoughts, refusals, names. */
const sizeOf = (value: unknown): number =>
  typeof value === "string" ? bytesIn(value) : value ? bytesIn(JSON.stringify(value)) : 0;

/** In UTF-8. */
function bytesIn(text: string): number {
  let bytes = text.length;
  for (let index = 0; index < text.length; index += 1) {
    const unit = text.charCodeAt(index);
    if (unit < 0x80) continue;
    // The halves of a pair have two bytes each.
    bytes += unit < 0x800 || (unit >= 0xd800 && unit <= 0xdfff) ? 1 : 2;
  }
  return bytes;
}
