// Prices as operators and organizations configure them.
import { z } from "zod";
import { amount, count } from "../setting-values";
import type { DatedRates, Pricing } from "./price";
import type { TokenRates } from "./rates";

const MAX_MODELS = 1000;
const MAX_DATED = 100;
const MAX_RATE = 100_000;

const rate = amount.refine((usd) => usd <= MAX_RATE, `Must be at most ${MAX_RATE}.`);
const instant = z.union([z.iso.datetime({ offset: true }), z.iso.date()], "Must be a date such as 2026-01-31.");

const atLeastOne = count.refine((tokens) => tokens >= 1, "Must be at least 1.");

/** USD a million tokens. */
const rates = {
  input: rate,
  /** For input read from the provider's cache, and for input written to it; by default both cost the same as input. */
  cached_input: rate.optional(),
  cache_write: rate.optional(),
  output: rate,
  /** For the tokens of audio among them, where the provider reports these. */
  audio_input: rate.optional(),
  audio_output: rate.optional(),
};
const price = z.strictObject({
  ...rates,
  /** The rates of a call that has more input than this. */
  above: z.strictObject({ input_tokens: atLeastOne, ...rates }).optional(),
  /** Tokens that the model reads, and that one answer has, at most. */
  context_window: atLeastOne.optional(),
  max_output_tokens: atLeastOne.optional(),
  /** The first instant at which it holds, and the first at which it no longer does. */
  from: instant.optional(),
  until: instant.optional(),
});
export const pricingShape = z.strictObject({
  /** By provider/model, model, provider/* or *. */
  models: z
    .record(z.string().min(1).max(255), z.union([price, z.array(price).min(1).max(MAX_DATED)]))
    .refine((models) => Object.keys(models).length <= MAX_MODELS, `May have at most ${MAX_MODELS} models.`)
    .optional(),
  unknown_model: z.enum(["free", "refuse"], "Must be free or refuse.").optional(),
  default_output_tokens: count
    .refine((tokens) => tokens >= 1 && tokens <= 1_000_000, "Must be 1 to 1000000.")
    .optional(),
});

const pico = (usd: number): number => Math.round(usd * 1_000_000);

const readRates = (entry: z.output<z.ZodObject<typeof rates>>): TokenRates => ({
  input: pico(entry.input),
  cachedInput: pico(entry.cached_input ?? entry.input),
  cacheWrite: pico(entry.cache_write ?? entry.input),
  output: pico(entry.output),
  ...(entry.audio_input === undefined ? {} : { audioInput: pico(entry.audio_input) }),
  ...(entry.audio_output === undefined ? {} : { audioOutput: pico(entry.audio_output) }),
});

const read = (entry: z.output<typeof price>): DatedRates => ({
  ...readRates(entry),
  ...(entry.above ? { above: { inputTokens: entry.above.input_tokens, rates: readRates(entry.above) } } : {}),
  from: entry.from === undefined ? null : Date.parse(entry.from),
  until: entry.until === undefined ? null : Date.parse(entry.until),
  ...(entry.context_window === undefined ? {} : { contextWindow: entry.context_window }),
  ...(entry.max_output_tokens === undefined ? {} : { maxOutput: entry.max_output_tokens }),
});

export const readPricing = (value: z.output<typeof pricingShape>): Pricing => ({
  models: Object.fromEntries(
    Object.entries(value.models ?? {}).map(([name, prices]) => [name, [prices].flat().map(read)]),
  ),
  unknown: value.unknown_model ?? null,
  defaultOutputTokens: value.default_output_tokens ?? null,
});
