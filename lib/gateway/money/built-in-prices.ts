// List prices of well-known models in USD a million tokens, as their makers stated them at VERSION. An operator who pays other prices, or
// later ones, configures them.
import type { Rates } from "./rates";

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

const prices = new Map(
  Object.entries(listed).map(([model, [input, cachedInput, cacheWrite, output]]): [string, Rates] => [
    model,
    { input: pico(input), cachedInput: pico(cachedInput), cacheWrite: pico(cacheWrite), output: pico(output) },
  ]),
);

const inRegion = new Map([...prices].map(([model, rates]): [string, Rates] => [model, tenthMore(rates)]));

function tenthMore({ input, cachedInput, cacheWrite, output }: Rates): Rates {
  const dearer = (rate: number) => Math.round(rate * 1.1);
  return {
    input: dearer(input),
    cachedInput: dearer(cachedInput),
    cacheWrite: dearer(cacheWrite),
    output: dearer(output),
  };
}

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
