import { expect, test } from "vitest";
import type { DatedRates, Pricing } from "@/lib/gateway/money/price";
import { priceSpan } from "./price-span";

const span = {
  attributes: {},
  completionTokens: 1000,
  costUsd: null,
  model: "gpt-4o-mini-2024-07-18",
  observationType: "llm",
  promptTokens: 10_000,
  provider: "openai",
  startedAt: "2025-06-01T00:00:00.000000Z",
} as const;
const rates = (usd: number, more: Partial<DatedRates> = {}): DatedRates => ({
  input: usd * 1e6,
  cachedInput: usd * 1e6,
  cacheWrite: usd * 1e6,
  output: usd * 1e6,
  from: null,
  until: null,
  ...more,
});
const pricing = (models: Pricing["models"]): Pricing => ({ models, unknown: null, defaultOutputTokens: null });
const [readKey, writeKey] = ["gen_ai.usage.cache_read_tokens", "gen_ai.usage.cache_write_tokens"] as const;
const cached = (input: number, attributes: object, provider: string | null = "anthropic") => ({
  model: "own-model",
  provider,
  promptTokens: input,
  completionTokens: 0,
  attributes,
});

/** The input costs 1 USD a million tokens, a tenth of that from the cache, and 1.25 USD into it. */
const cacheRates = rates(1, { cachedInput: 0.1 * 1e6, cacheWrite: 1.25 * 1e6 });

const builtIn = { "assay.cost.source": "built-in-2025-10 0.15/0.075/0.15/0.6" };
const read = (tokens: number) => ({ "gen_ai.usage.cache_read.input_tokens": tokens });

test.each<[string, object, Pricing[], object]>([
  ["a built-in price", {}, [], { costUsd: 0.0021, attributes: builtIn }],
  [
    "a built-in price of a long input",
    { model: "claude-sonnet-4-5", promptTokens: 300_000 },
    [],
    { costUsd: 1.8225, attributes: { "assay.cost.source": "built-in-2025-10 6/0.6/7.5/22.5" } },
  ],
  ["cached tokens", { attributes: read(8000) }, [], { costUsd: 0.0015, attributes: { ...read(8000), ...builtIn } }],
  ["cached tokens beside the prompt", { promptTokens: 2000, attributes: read(8000) }, [], { costUsd: 0.0015 }],
  [
    "LangSmith's cached tokens, which are among the prompt's",
    { attributes: { "gen_ai.usage.input_token_details": '{"cache_read":8000}' } },
    [],
    { costUsd: 0.0015 },
  ],
  ["the application's own cost", { costUsd: 7 }, [], { costUsd: 7, attributes: {} }],
  ["the application's own cost of nothing", { costUsd: 0 }, [], { costUsd: 0, attributes: {} }],
  ["an unknown model", { model: "own-model" }, [], { costUsd: null, attributes: {} }],
  ["no model", { model: null }, [], { costUsd: null }],
  ["no prompt tokens", { promptTokens: null }, [], { costUsd: null }],
  ["no answer's tokens", { completionTokens: null }, [], { costUsd: null }],
  [
    "an embedding, which has no answer",
    { observationType: "embedding", model: "text-embedding-3-small", completionTokens: null },
    [],
    { costUsd: 0.0002 },
  ],
  ["a span around calls", { observationType: "agent" }, [], { costUsd: null }],
  [
    "a configured price by provider",
    {},
    [pricing({ "openai/gpt-4o-mini-2024-07-18": [rates(1)], "gpt-4o-mini-2024-07-18": [rates(2)] })],
    { costUsd: 0.011, attributes: { "assay.cost.source": "configured 1/1/1/1" } },
  ],
  [
    "a configured price without a provider",
    { provider: null },
    [pricing({ "gpt-4o-mini-2024-07-18": [rates(2)] })],
    { costUsd: 0.022 },
  ],
  [
    "the organization's price before the gateway's",
    { model: "own-model" },
    [pricing({ "own-model": [rates(3)] }), pricing({ "own-model": [rates(2)] })],
    { costUsd: 0.033 },
  ],
  [
    "the price of the span's time",
    { model: "own-model" },
    [
      pricing({
        "own-model": [
          rates(5, { until: Date.parse("2025-06-01") }),
          rates(4, { from: Date.parse("2025-06-01"), until: Date.parse("2025-07-01") }),
          rates(6, { from: Date.parse("2025-07-01") }),
        ],
      }),
    ],
    { costUsd: 0.044 },
  ],
])("%s", (_, change, pricings, expected) =>
  expect(priceSpan({ ...span, ...change }, pricings)).toMatchObject(expected),
);

test.each<[string, object, number]>([
  ["counts of Anthropic, without the cache", cached(3000, { [readKey]: 2000 }), 3200],
  ["as text", cached(3000, { [readKey]: "2000" }), 3200],
  ["which are written to the cache", cached(3000, { [writeKey]: 2000 }), 5500],
  ["which are read and written", cached(3000, { [readKey]: 1000, [writeKey]: 1000 }), 4350],
  ["under Anthropic's name of writing", cached(3000, { "gen_ai.usage.cache_creation_tokens": 2000 }), 5500],
  ["with more in the cache than beside it", cached(10, { [readKey]: 2000 }), 210],
  ["without anything in the cache", cached(3000, { [readKey]: 0, [writeKey]: 0 }), 3000],
  ["without a word about the cache", cached(3000, {}), 3000],
  ["counts of OpenAI, with the cache", cached(3000, { [readKey]: 2000 }, "openai"), 1200],
  ["counts of an unnamed provider", cached(3000, { [readKey]: 2000 }, null), 1200],
  ["a count that cannot be with the cache", cached(10, { [readKey]: 2000 }, "openai"), 210],
  ["OpenTelemetry's counts of Anthropic, with the cache", cached(3000, read(2000)), 1200],
  ["OpenTelemetry's beside the other", cached(3000, { ...read(2000), [readKey]: 2000 }), 1200],
  ["traceAI's parts of the input", cached(3000, { "gen_ai.usage.input_tokens.cache_read": 2000 }), 1200],
  [
    "Langfuse's kinds, which were added to the prompt",
    cached(3000, { "langfuse.observation.usage_details": '{"input":1000,"cache_read_input_tokens":2000}' }),
    1200,
  ],
])("a cache: %s", (_, change, microUsd) => {
  const priced = priceSpan({ ...span, ...change }, [pricing({ "own-model": [cacheRates] })]);
  expect(priced).toMatchObject({ costUsd: microUsd / 1e6 });
});
