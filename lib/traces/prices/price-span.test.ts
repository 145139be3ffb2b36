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
