// List prices of well-known models in USD a million tokens, as their makers stated them at VERSION. An operator who pays other prices, or
// later ones, configures them.
import type { Rates, TokenRates } from "./rates";

export const VERSION = "built-in-2025-10";

type Listed = [input: number, cachedInput: number, cacheWrite: number, output: number];

/** OpenAI does not charge for writing its cache more than for input; Anthropic a quarter more. */
const listed: Record<string, Listed> = {
  "gpt-5": [1.25, 0.125, 1.25, 10],
  "gpt-5-mini": [0.25, 0.025, 0.25, 2],
  "gpt-5-nano": [0.05, 0.005, 0.05, 0.4],
  "gpt-4.1": [2, 0.5, 2, 8],
  "gpt-4.1-mini": [0.4, 0.1, 0.4, 1.6],
  "gpt-4.1-nano": [0.1, 0.025, 0.1, 0.4],
  "gpt-4o-2024-05-13": [5, 5, 5, 15],
  "gpt-4o": [2.5, 1.25, 2.5, 10],
  "gpt-4o-mini": [0.15, 0.075, 0.15, 0.6],
  o3: [2, 0.5, 2, 8],
  "o4-mini": [1.1, 0.275, 1.1, 4.4],
  "text-embedding-3-small": [0.02, 0.02, 0.02, 0],
  "text-embedding-3-large": [0.13, 0.13, 0.13, 0],
  "claude-opus-4-1": [15, 1.5, 18.75, 75],
  "claude-opus-4": [15, 1.5, 18.75, 75],
  "claude-sonnet-4-5": [3, 0.3, 3.75, 15],
  "claude-sonnet-4": [3, 0.3, 3.75, 15],
  "claude-3-7-sonnet": [3, 0.3, 3.75, 15],
  "claude-haiku-4-5": [1, 0.1, 1.25, 5],
  "claude-3-5-haiku": [0.8, 0.08, 1, 4],
};

/** What Anthropic takes for all tokens of a call with more than 200,000 of input. */
const longer: Record<string, Listed> = {
  "claude-sonnet-4-5": [6, 0.6, 7.5, 22.5],
  "claude-sonnet-4": [6, 0.6, 7.5, 22.5],
};
const LONG = 200_000;

/** Models that OpenAI's tier `flex` has, for half. */
const flexible = new Set(["gpt-5", "gpt-5-mini", "gpt-5-nano", "o3", "o4-mini"]);

const ratesOf = ([input, cachedInput, cacheWrite, output]: Listed, times: number): TokenRates => ({
  input: pico(input * times),
  cachedInput: pico(cachedInput * times),
  cacheWrite: pico(cacheWrite * times),
  output: pico(output * times),
});

const pricesTimes = (times: number) =>
  new Map(
    Object.entries(listed).map(([model, own]): [string, Rates] => {
      const { [model]: long } = longer;
      const above = long && { above: { inputTokens: LONG, rates: ratesOf(long, times) } };
      return [model, { ...ratesOf(own, times), ...above, hasFlex: flexible.has(model) }];
    }),
  );
const prices = pricesTimes(1);
const inRegion = pricesTimes(1.1);

/** A region's name, or a group of regions', before a maker's, as Bedrock writes them. */
const BEDROCK = /^(?:([a-z]{2,6}(?:-gov)?)\.)?anthropic\./;
/** Dates of snapshots, and on Bedrock versions. */
const SNAPSHOT = /[-@](?:\d{4}-\d{2}-\d{2}|\d{8}|latest)$/;
const BEDROCK_VERSION = /-v\d+(?::\d+)?$/;
/** From these on Anthropic's models cost a tenth more where they answer from the caller's regions, and not from anywhere. */
const dearerInRegion = /^claude-(?:sonnet|haiku)-4-5$/;

/** A model's own name; it may come behind a path, with the date of a snapshot, or as one of Bedrock's ids. */
export function modelName(model: string): { name: string; isInRegion: boolean } {
  const id = model.slice(model.lastIndexOf("/") + 1);
  if (prices.has(id)) return { name: id, isInRegion: false };
  const bedrock = BEDROCK.exec(id);
  if (!bedrock) return { name: id.replace(SNAPSHOT, ""), isInRegion: false };
  const name = id.slice(bedrock[0].length).replace(BEDROCK_VERSION, "").replace(SNAPSHOT, "");
  return { name, isInRegion: bedrock[1] !== "global" && dearerInRegion.test(name) };
}

/** The rates of a model under any of its names. */
export function builtIn(model: string): Rates | null {
  const { name, isInRegion } = modelName(model);
  return (isInRegion ? inRegion : prices).get(name) ?? null;
}

/** USD a million tokens → pico-dollars a token. */
function pico(usd: number): number {
  return Math.round(usd * 1e6);
}
