// What a token costs: the configured prices, the built-in ones, and the policy for a model that has none.

import { remembered } from "../remembered";
import { builtIn, VERSION } from "./built-in-prices";
import type { Rates } from "./rates";

/** Rates and when they hold, in milliseconds since 1970; null for no end. `until` is the first instant that they do not. */
export interface DatedRates extends Rates {
  from: number | null;
  until: number | null;
}

export interface Pricing {
  /** By provider/model, model, provider/* or *; of rates that hold at once the one that began last counts. */
  models: Record<string, DatedRates[]>;
  /** What becomes of a model without a price; null: free, but refused to managed keys. */
  unknown: "free" | "refuse" | null;
  /** What a request is taken to answer at most that says nothing of it; null for the gateway's own default. */
  defaultOutputTokens: number | null;
}

export type Pricings = readonly (Pricing | null | undefined)[];

export interface Price {
  rates: Rates;
  /** Where the price stands and its rates in USD a million tokens: input, cached input, cache write, output. */
  version: string;
}

/** What is priced: a model as its provider knows it. */
export interface Priced {
  provider: { name: string; kind: string };
  model: string;
}

const FREE: Rates = { input: 0, cachedInput: 0, cacheWrite: 0, output: 0 };

/**
 * The price of a model at an instant; null where there is none. `pricings` in order of preference, an organization's before the
 * gateway's. A configured name comes before a built-in price, and that before a configured wildcard.
 */
export function priceOf(pricings: Pricings, target: Priced, now: number): Price | null {
  const { provider, model } = target;
  const named = [`${provider.name}/${model}`, model];
  const wild = [`${provider.name}/*`, "*"];
  return configured(pricings, named, now) ?? own(target) ?? configured(pricings, wild, now);
}

function own({ provider, model }: Priced): Price | null {
  if (provider.kind === "sandbox") return { rates: FREE, version: "sandbox" };
  const rates = builtIn(model);
  return rates && { rates, version: versionOf(VERSION, rates) };
}

function configured(pricings: Pricings, names: string[], now: number): Price | null {
  for (const pricing of pricings) {
    for (const name of names) {
      const entries = pricing && Object.hasOwn(pricing.models, name) ? pricing.models[name] : undefined;
      const rates = (entries ?? []).filter((entry) => holds(entry, now)).toSorted(byBeginning)[0];
      if (rates) return configuredPrice(rates);
    }
  }
  return null;
}

const configuredPrice = remembered((rates: Rates): Price => ({ rates, version: versionOf("configured", rates) }));

const holds = ({ from, until }: DatedRates, now: number): boolean =>
  (from === null || from <= now) && (until === null || now < until);
const byBeginning = (one: DatedRates, other: DatedRates): number =>
  (other.from ?? Number.NEGATIVE_INFINITY) - (one.from ?? Number.NEGATIVE_INFINITY) || 0;

const versionOf = (source: string, { input, cachedInput, cacheWrite, output }: Rates): string =>
  `${source} ${[input, cachedInput, cacheWrite, output].map((rate) => rate / 1e6).join("/")}`;
