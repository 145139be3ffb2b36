// The price of a token: the configured prices, the built-in ones, and the policy for a model without one.

import { remembered } from "../remembered";
import { builtIn, VERSION } from "./built-in-prices";
import { builtInLimits, type ModelLimits, UNKNOWN_LIMITS } from "./model-limits";
import { hourRate, isHalved, type Rated, type Rates, ratesFor } from "./rates";
import type { Usage } from "./usage";

/** Rates and when they hold, in milliseconds since 1970; null for no end. `until` is the first instant that they do not. */
export interface DatedRates extends Rates {
  from: number | null;
  until: number | null;
  /** How many tokens the model reads, and writes in one answer. If its price does not say so, the built-in value counts. */
  contextWindow?: number;
  maxOutput?: number;
}

export interface Pricing {
  /** By provider/model, model, provider/* or *; of rates that hold at once the one that began last counts. */
  models: Record<string, DatedRates[]>;
  /** How to treat a model without a price; null: free, but refused for managed keys. */
  unknown: "free" | "refuse" | null;
  /** The assumed maximum answer of a request that sets none; null for the gateway's own default. */
  defaultOutputTokens: number | null;
}

export type Pricings = readonly (Pricing | null | undefined)[];

export interface Price {
  rates: Rates;
  /** Where it comes from: built in, configured, or the sandbox. */
  source: string;
  /** As they are configured with it. */
  limits: ModelLimits;
}

/** The model to price, by its provider's name for it. */
export interface Priced {
  provider: { name: string; kind: string };
  model: string;
}

const SANDBOX = "sandbox";
const FREE: Rates = { input: 0, cachedInput: 0, cacheWrite: 0, output: 0 };

/**
 * The price of a model at an instant; null where there is none. `pricings` in order of preference, an organization's before the
 * gateway's. A configured name comes before a built-in price, and that before a configured wildcard.
 */
export function priceOf(pricings: Pricings, target: Priced, now: number): Price | null {
  const { provider, model } = target;
  return (
    configured(pricings, `${provider.name}/${model}`, model, now) ??
    own(target) ??
    configured(pricings, `${provider.name}/*`, "*", now)
  );
}

function own({ provider, model }: Priced): Price | null {
  if (provider.kind === "sandbox") return sandboxPrice;
  const rates = builtIn(model);
  return rates && builtInPrice(rates);
}

const sandboxPrice: Price = { rates: FREE, source: SANDBOX, limits: UNKNOWN_LIMITS };
const builtInPrice = remembered((rates: Rates): Price => ({ rates, source: VERSION, limits: UNKNOWN_LIMITS }));

/** By the narrower name, else the wider. */
function configured(pricings: Pricings, narrow: string, wide: string, now: number): Price | null {
  for (const pricing of pricings) {
    const rates = pricing && (ratesOf(pricing, narrow, now) ?? ratesOf(pricing, wide, now));
    if (rates) return configuredPrice(rates);
  }
  return null;
}

/** Of those that hold, the ones that began last; of these the first. */
function ratesOf({ models }: Pricing, name: string, now: number): DatedRates | null {
  let found: DatedRates | null = null;
  if (!Object.hasOwn(models, name)) return found;
  for (const rates of models[name] ?? []) {
    if (holds(rates, now) && (found === null || beginning(rates) > beginning(found))) found = rates;
  }
  return found;
}

const configuredPrice = remembered(
  (rates: DatedRates): Price => ({
    rates,
    source: "configured",
    limits: { window: rates.contextWindow ?? null, output: rates.maxOutput ?? null },
  }),
);

/** The input and output limits of the target's model: from its price, otherwise the built-in ones. */
export function limitsOf(price: Price | null, { model }: Pick<Priced, "model">): ModelLimits {
  const known = builtInLimits(model);
  return { window: price?.limits.window ?? known.window, output: price?.limits.output ?? known.output };
}

const holds = ({ from, until }: DatedRates, now: number): boolean =>
  (from === null || from <= now) && (until === null || now < until);
const beginning = ({ from }: DatedRates): number => from ?? Number.NEGATIVE_INFINITY;

type Charged = Rated & Partial<Pick<Usage, "hourCacheWriteTokens" | "audioInputTokens" | "audioOutputTokens">>;

/**
 * What a call cost by: the price's source, and its rates in USD per million tokens of input, cached input, cache write and output.
 * Tokens at another rate follow with their number, so that the cost can be computed again from the ledger.
 */
export function versionFor({ source, rates }: Price, call: Charged): string {
  if (source === SANDBOX) return source;
  const each = ratesFor(rates, call);
  const four = [each.input, each.cachedInput, each.cacheWrite, each.output].map(usd).join("/");
  const others: [tokens: number | undefined, kind: string, rate: number | undefined][] = [
    [call.hourCacheWriteTokens, "cached for an hour", hourRate(each)],
    [call.audioInputTokens, "of audio input", each.audioInput],
    [call.audioOutputTokens, "of audio output", each.audioOutput],
  ];
  const named = others.flatMap(([tokens, kind, rate]) =>
    tokens && rate !== undefined ? [`, ${tokens} ${kind} at ${usd(rate)}`] : [],
  );
  return `${source}${isHalved(rates, call) ? " flex" : ""} ${four}${named.join("")}`;
}

/** A rate in USD per million tokens. */
export const usd = (rate: number): number => rate / 1e6;
