import { expect, test } from "vitest";
import type { GatewayModels, GatewayPrice } from "@/lib/contracts/gateway/catalogue";
import { shownPrices } from "./price-text";

const price = (more: Partial<GatewayPrice> = {}): GatewayPrice => ({
  ...{ source: "built-in-2025-10", input: 0.15, cached_input: 0.075, cache_write: 0.15, output: 0.6 },
  ...{ audio_input: null, audio_output: null, above: null },
  ...more,
});
const target = (provider: string, its: GatewayPrice | null): GatewayModels["models"][number]["targets"][number] => ({
  provider,
  owner: "organization",
  model: "m",
  weight: 1,
  price: its,
  open_until: null,
});
const free = { byok: "free", managed: "refuse" } as const;
const textsOf = (targets: Parameters<typeof shownPrices>[0], unknown: Parameters<typeof shownPrices>[1] = free) =>
  shownPrices(targets, unknown).map(({ of, text }) => (of ? `${of}: ${text}` : text));

test.each([
  ["small", price(), "$0.15 in, $0.60 out"],
  ["large, exact to the cent's fraction", price({ input: 3.3, output: 1.375 }), "$3.30 in, $1.375 out"],
  ["of embeddings", price({ input: 0.02, output: 0 }), "$0.02 in, $0.00 out"],
  ["of nothing", price({ source: "sandbox", input: 0, cached_input: 0, cache_write: 0, output: 0 }), "Free"],
])("a price is USD per million tokens: %s", (_, its, text) => {
  expect(textsOf([target("openai", its)])).toEqual([text]);
});

test.each([
  [{ byok: "free", managed: "refuse" }, "No price: budgets do not count it"],
  [{ byok: "free", managed: "free" }, "No price: budgets do not count it"],
  [{ byok: "refuse", managed: "refuse" }, "No price: calls are refused"],
] as const)("a model without a price, where %j", (unknown, text) => {
  expect(textsOf([target("groq", null)], unknown)).toEqual([text]);
});

test("managed keys may not call a model without a price, unless the operator allows it", () => {
  const titleOf = (managed: "free" | "refuse") =>
    shownPrices([target("groq", null)], { byok: "free", managed })[0]?.title;
  expect(titleOf("refuse")).toMatch(/Managed keys may not call it\.$/);
  expect(titleOf("free")).not.toMatch(/Managed/);
});

test("targets with the same price share a line, others name theirs", () => {
  expect(textsOf([target("openai", price()), target("azure", price())])).toEqual(["$0.15 in, $0.60 out"]);
  expect(textsOf([target("openai", price()), target("groq", null), target("azure", price())])).toEqual([
    "openai/m, azure/m: $0.15 in, $0.60 out",
    "groq/m: No price: budgets do not count it",
  ]);
  // What differs only in the rest is another price.
  expect(textsOf([target("openai", price()), target("azure", price({ cached_input: 0.01 }))])).toHaveLength(2);
});

test("the title has the rest of the price", () => {
  const above = { ...price({ input: 6, output: 22.5 }), input_tokens: 200_000 };
  const its = price({ audio_input: 4, above });
  expect(shownPrices([target("openai", its)], free)[0]?.title).toBe(
    "Per million tokens: $0.15 in, $0.60 out, $0.075 for cached input, $0.15 for cache writes, $4.00 for audio input. " +
      "Above 200,000 tokens of input: $6.00 in, $22.50 out, $0.075 for cached input, $0.15 for cache writes. " +
      "A built-in list price (built-in-2025-10).",
  );
  expect(shownPrices([target("openai", price({ source: "configured" }))], free)[0]?.title).toMatch(
    / Configured by the gateway's operator\.$/,
  );
});
