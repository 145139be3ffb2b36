// How many tokens a span used, and what the application says that it cost.
import { isRecord, recordsIn } from "@/lib/records";
import type { Attributes } from "./attributes";
import { level } from "./conventions";
import { parseExactJson } from "./exact-json";
import * as conventions from "./token-conventions";

export interface Tokens {
  promptTokens: number | null;
  completionTokens: number | null;
  totalTokens: number | null;
}

const MAX_TOKENS = 2_147_483_647;

export function tokensOf(attributes: Attributes): Tokens {
  const details = detailsIn(attributes, conventions.usageDetails);
  const promptTokens = firstTokens(attributes, conventions.promptTokens) ?? tokensIn(promptDetail(details));
  const completionTokens = firstTokens(attributes, conventions.completionTokens) ?? tokensIn(outputDetail(details));
  const summed =
    promptTokens === null && completionTokens === null ? null : (promptTokens ?? 0) + (completionTokens ?? 0);
  const total = firstTokens(attributes, conventions.totalTokens) ?? tokensIn(details.total) ?? tokensIn(summed);
  return { promptTokens, completionTokens, totalTokens: total };
}

/** How many of a prompt's tokens came from a provider's cache, and were written to it; null where it is not known. */
export function cacheTokensOf(attributes: Attributes) {
  const usage = objectIn(attributes, conventions.usageDetails);
  const details = figuresIn(usage);
  const nested = figuresIn(Object.fromEntries(recordsIn(Object.values(usage)).flatMap((part) => Object.entries(part))));
  const parts = detailsIn(attributes, conventions.inputDetails);
  return {
    cachedTokens:
      firstTokens(attributes, conventions.cachedTokens) ??
      tokensIn(sumOf(details, /cached|cache_read/) ?? sumOf(nested, /cached|cache_read/)) ??
      tokensIn(sumOf(parts, /cache_read$/)),
    cacheWriteTokens:
      firstTokens(attributes, conventions.cacheWriteTokens) ??
      tokensIn(sumOf(details, /cache_(?:creation|write)/) ?? sumOf(nested, /cache_(?:creation|write)/)) ??
      tokensIn(writtenIn(parts)),
  };
}

/** Whether the prompt's tokens leave out what the cache holds. Conventions want it included, and most packages do so. */
export const leavesCacheOut = (attributes: Attributes, provider: string | null): boolean =>
  provider === "anthropic" &&
  [conventions.cachedTokens, conventions.cacheWriteTokens].some((keys) => {
    const used = keys.find((key) => firstTokens(attributes, [key]) !== null);
    return used !== undefined && conventions.countsAsSent.has(used);
  });

/** Of Anthropic's cache, the parts for five minutes and for an hour come in place of the sum, or beside it. */
function writtenIn(parts: Details): number | null {
  const figures = [sumOf(parts, /cache_creation$/), sumOf(parts, /^ephemeral_\w+_input_tokens$/)];
  const known = figures.filter((figure) => figure !== null);
  return known.length === 0 ? null : Math.max(...known);
}

/** In US dollars; null where the application does not say. */
export function costOf(attributes: Attributes): number | null {
  const details = detailsIn(attributes, conventions.costDetails);
  const stated = firstNumber(attributes, conventions.cost, isAmount);
  if (stated !== null) return stated;
  const cost = amountIn(details.total) ?? sumOf(details, /./);
  // Langfuse writes zeros for a failed call whose tokens nobody knows.
  return cost === 0 && attributes[level] === "ERROR" && tokensOf(attributes).totalTokens === null ? null : cost;
}

/** OpenAI's own counts hold all of it. Langfuse's kinds are added: `input` leaves out `input_cached_tokens`. */
const promptDetail = (details: Details): number | null => details.prompt_tokens ?? sumOf(details, /input/);
const outputDetail = (details: Details): number | null => details.completion_tokens ?? sumOf(details, /output/);

type Details = Record<string, number>;

const detailsIn = (attributes: Attributes, key: string): Details => figuresIn(objectIn(attributes, key));

const figuresIn = (object: Record<string, unknown>): Details =>
  Object.fromEntries(Object.entries(object).filter((entry): entry is [string, number] => isAmount(entry[1])));

/** A JSON object, also one that was flattened to text. */
function objectIn(attributes: Attributes, key: string): Record<string, unknown> {
  const value = attributes[key];
  try {
    const object = typeof value === "string" ? parseExactJson(asJson(value)) : value;
    return isRecord(object) ? object : {};
  } catch {
    return {};
  }
}

/** A dict of Python with plain keys and numbers becomes JSON. */
const asJson = (text: string): string =>
  text.startsWith("{'") ? text.replaceAll("'", '"').replaceAll(/\bNone\b/g, "null") : text;

function sumOf(details: Details, kind: RegExp): number | null {
  const figures = Object.entries(details).flatMap(([name, figure]) => (kind.test(name) ? figure : []));
  return figures.length === 0 ? null : figures.reduce((sum, figure) => sum + figure, 0);
}

function firstNumber(attributes: Attributes, keys: readonly string[], accepts: (number: number) => boolean) {
  for (const key of keys) {
    const value = attributes[key];
    const number = typeof value === "string" && value.trim() !== "" ? Number(value) : value;
    if (typeof number === "number" && accepts(number)) return number;
  }
  return null;
}

const isAmount = (value: unknown): value is number => typeof value === "number" && Number.isFinite(value) && value >= 0;
const isCount = (number: number): boolean => Number.isInteger(number) && number >= 0 && number <= MAX_TOKENS;
const amountIn = (value: unknown): number | null => (isAmount(value) ? value : null);
const tokensIn = (number: number | null | undefined): number | null =>
  number != null && isCount(number) ? number : null;

const firstTokens = (attributes: Attributes, keys: readonly string[]): number | null =>
  firstNumber(attributes, keys, isCount);
