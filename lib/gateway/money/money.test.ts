// The rules of prices, usage and budgets, as tables.
import { describe, expect, test } from "vitest";
import { chatBody } from "@/lib/contracts/gateway/chat";
import { readAnswer } from "../record/answer";
import { exactUsd, roughUsd, shortUsd, toMicros } from "./amount";
import { windowOf } from "./budget";
import { builtInLimits } from "./model-limits";
import { type DatedRates, type Pricing, priceOf, versionFor } from "./price";
import { costOf, estimateOf, tokensIn, usageOf, worstCost } from "./usage";

const at = (text: string): number => Date.parse(text);
const shown = (ms: number | null): string | null => (ms === null ? null : new Date(ms).toISOString().slice(0, 10));

test.each([
  ["daily", "2026-03-01T00:00:00Z", "2026-03-01", "2026-03-02"],
  ["daily", "2026-02-28T23:59:59.999Z", "2026-02-28", "2026-03-01"],
  ["weekly", "2026-03-02T00:00:00Z", "2026-03-02", "2026-03-09"],
  ["weekly", "2026-03-01T12:00:00Z", "2026-02-23", "2026-03-02"],
  ["monthly", "2026-12-31T23:00:00Z", "2026-12-01", "2027-01-01"],
  ["monthly", "2028-02-29T00:00:00Z", "2028-02-01", "2028-03-01"],
  ["total", "2026-03-01T12:00:00Z", "1970-01-01", null],
] as const)("the %s window at %s is from %s to %s", (period, now, start, end) => {
  const window = windowOf(period, at(now));
  expect([shown(window.start), shown(window.end)]).toEqual([start, end]);
});

test.each([
  [0, "0.000000", "0.00", "0.00"],
  [9_995_000, "9.995000", "9.99", "9.995"],
  [-1, "-0.000001", "-0.00", "-0.000001"],
  [123_456_700_000, "123456.700000", "123456.70", "123456.70"],
])("%i micro-dollars are %s, roughly %s, in short %s", (micros, exact, rough, short) => {
  expect([exactUsd(micros), roughUsd(micros), shortUsd(micros)]).toEqual([exact, rough, short]);
  expect(toMicros(Number(exact))).toBe(micros);
});

const rates = { input: 2_000_000, cachedInput: 500_000, cacheWrite: 2_500_000, output: 8_000_000 };
const used = (inputTokens: number, cachedInputTokens: number, cacheWriteTokens: number, outputTokens: number) => ({
  inputTokens,
  cachedInputTokens,
  cacheWriteTokens,
  outputTokens,
});

test("a model snapshot has limits of its own", () => {
  expect(builtInLimits("openai/gpt-4o-2024-05-13")).toEqual({ window: 128_000, output: 4096 });
});

test.each([
  ["nothing", used(0, 0, 0, 0), 0],
  ["input and output", used(1000, 0, 0, 500), 6000],
  ["input from a cache, and into one", used(1000, 600, 100, 0), 600 + 300 + 250],
  ["half a micro-dollar rounds up", used(1, 1, 0, 0), 1],
  ["a request is rounded once", used(3, 3, 0, 0), 2],
  ["more than doubles can count", used(9_999_999, 0, 0, 9_999_999), 99_999_990],
])("%s cost %o: %i micro-dollars", (_name, usage, micros) => {
  expect(costOf(usage, rates)).toBe(micros);
});

test("the worst cost of a request assumes that all its input is written to a cache", () => {
  expect(worstCost({ inputTokens: 100, outputTokens: 10 }, rates)).toBe(250 + 80);
});

describe("the price of a model", () => {
  const rate = (output: number, from: string | null = null, until: string | null = null): DatedRates => ({
    input: 1_000_000,
    cachedInput: 1_000_000,
    cacheWrite: 1_000_000,
    output: output * 1e6,
    from: from === null ? null : at(from),
    until: until === null ? null : at(until),
  });
  const pricing: Pricing = {
    models: {
      "acme/large": [rate(3, null, "2026-02-01"), rate(4, "2026-02-01"), rate(5, "2026-06-01")],
      large: [rate(9)],
      "acme/*": [rate(7)],
      "gpt-4o": [rate(1, "2026-06-01")],
    },
    unknown: null,
    defaultOutputTokens: null,
  };
  const own: Pricing = { ...pricing, models: { large: [rate(2)] } };
  const find = (pricings: (Pricing | null)[], name: string, model: string, now = "2026-03-01") => {
    const provider = { name, kind: name === "sandbox" ? "sandbox" : "openai" };
    const price = priceOf(pricings, { provider, model }, at(now));
    return price && versionFor(price, { inputTokens: 1 });
  };

  test.each([
    ["by provider and model", "acme", "large", "2026-03-01", "configured 1/1/1/4"],
    ["before its change", "acme", "large", "2026-01-31T23:59:59Z", "configured 1/1/1/3"],
    ["from the instant of its change on", "acme", "large", "2026-02-01", "configured 1/1/1/4"],
    ["after another", "acme", "large", "2026-07-01", "configured 1/1/1/5"],
    ["by model", "other", "large", "2026-03-01", "configured 1/1/1/9"],
    ["by provider alone", "acme", "unheard", "2026-03-01", "configured 1/1/1/7"],
    ["built in, before a wildcard", "acme", "gpt-4o-mini", "2026-03-01", "built-in-2025-10 0.15/0.075/0.15/0.6"],
    ["built in, until a configured one holds", "other", "gpt-4o", "2026-03-01", "built-in-2025-10 2.5/1.25/2.5/10"],
    [
      "of a snapshot behind a path",
      "router",
      "openai/gpt-4o-2024-11-20",
      "2026-03-01",
      "built-in-2025-10 2.5/1.25/2.5/10",
    ],
    ["of a snapshot that is dearer", "openai", "gpt-4o-2024-05-13", "2026-03-01", "built-in-2025-10 5/5/5/15"],
    ["of the same behind a path", "router", "openai/gpt-4o-2024-05-13", "2026-03-01", "built-in-2025-10 5/5/5/15"],
    [
      "of Bedrock's id",
      "bedrock",
      "anthropic.claude-3-5-haiku-20241022-v1:0",
      "2026-03-01",
      "built-in-2025-10 0.8/0.08/1/4",
    ],
    [
      "of Bedrock's profile from anywhere",
      "bedrock",
      "global.anthropic.claude-sonnet-4-5-20250929-v1:0",
      "2026-03-01",
      "built-in-2025-10 3/0.3/3.75/15",
    ],
    [
      "of Bedrock's profile of a region, which is dearer",
      "bedrock",
      "arn:aws:bedrock:eu-west-1:1:inference-profile/eu.anthropic.claude-sonnet-4-5-20250929-v1:0",
      "2026-03-01",
      "built-in-2025-10 3.3/0.33/4.125/16.5",
    ],
    [
      "of a region's, before that began",
      "bedrock",
      "us.anthropic.claude-sonnet-4-20250514-v1:0",
      "2026-03-01",
      "built-in-2025-10 3/0.3/3.75/15",
    ],
    ["of Vertex's snapshot", "vertex", "claude-opus-4-1@20250805", "2026-03-01", "built-in-2025-10 15/1.5/18.75/75"],
    ["of another maker on Bedrock", "bedrock", "us.meta.claude-sonnet-4-v1:0", "2026-03-01", null],
    ["of the sandbox", "sandbox", "echo", "2026-03-01", "sandbox"],
    ["that nobody knows", "other", "unheard", "2026-03-01", null],
    ["that every object has", "other", "constructor", "2026-03-01", null],
  ])("%s", (_name, provider, model, now, version) => {
    expect(find([null, pricing], provider, model, now)).toBe(version);
  });

  test("stops applying at the instant of its end", () => {
    const dated: Pricing = { ...pricing, models: { "other/brief": [rate(2, null, "2026-05-01")] } };
    expect(find([dated], "other", "brief", "2026-04-30T23:59:59.999Z")).toBe("configured 1/1/1/2");
    expect(find([dated], "other", "brief", "2026-05-01")).toBeNull();
  });

  test("comes from the organization before the gateway", () => {
    expect(find([own, pricing], "other", "large")).toBe("configured 1/1/1/2");
  });
});

const body = (more: object, content: unknown = "Hello there") =>
  chatBody.parse({ model: "m", messages: [{ role: "user", content }], ...more });

test.each([
  ["eleven letters and a message", body({}), { inputTokens: 8, outputTokens: 4096, isStated: false }],
  ["a stated answer", body({ max_tokens: 10 }), { inputTokens: 8, outputTokens: 10, isStated: true }],
  ["the newer name first", body({ max_tokens: 10, max_completion_tokens: 20 }), { outputTokens: 20 }],
  ["several choices", body({ max_tokens: 10, n: 3 }), { outputTokens: 30 }],
  ["as many choices as there may be", body({ max_tokens: 10, n: 128 }), { outputTokens: 1280 }],
  ["no limit by name", body({ max_tokens: null, n: null }), { outputTokens: 4096, isStated: false }],
  ["three bytes a letter", body({}, "日本語"), { inputTokens: 4 + 3 }],
  [
    "a picture",
    body({}, [
      { type: "text", text: "abc" },
      { type: "image_url", image_url: {} },
    ]),
    { inputTokens: 1505 },
  ],
])("the bound of a request: %s", (_name, request, expected) => {
  expect(estimateOf(request, null)).toMatchObject(expected);
});

test.each<[string, object[], object, number]>([
  ["text, and tools", [{ role: "user", content: "Hello there" }], { tools: [{ type: "function" }] }, 4 + 8],
  ["thoughts and calls", [{ role: "assistant", reasoning_content: "12345678", tool_calls: [{ id: "a" }] }], {}, 4 + 5],
  ["parts", [{ role: "user", content: [{ type: "text", text: "1234" }, { type: "file" }] }], {}, 4 + 1 + 1500],
])("one token is counted for four bytes of %s", (_name, messages, more, tokens) => {
  expect(tokensIn(chatBody.parse({ model: "m", messages, ...more }))).toBe(tokens);
});

const answer = (usage: unknown, content = "12345678") =>
  readAnswer({ choices: [{ index: 0, message: { role: "assistant", content } }], usage });

const xai = {
  prompt_tokens: 12,
  completion_tokens: 1,
  total_tokens: 399,
  completion_tokens_details: { reasoning_tokens: 386 },
};

test.each<[string, unknown, object]>([
  [
    "what the provider says",
    { prompt_tokens: 5, completion_tokens: 7, prompt_tokens_details: { cached_tokens: 2, cache_write_tokens: 1 } },
    { inputTokens: 5, cachedInputTokens: 2, cacheWriteTokens: 1, outputTokens: 7, isEstimated: false },
  ],
  ["its 0 as well", { prompt_tokens: 5, completion_tokens: 0 }, { outputTokens: 0, isEstimated: false }],
  ["an estimate where it says nothing", undefined, { inputTokens: 7, outputTokens: 2, isEstimated: true }],
  ["an estimate of what it leaves out", { prompt_tokens: 9 }, { inputTokens: 9, outputTokens: 2, isEstimated: true }],
  [
    "no more from a cache than there was",
    { prompt_tokens: 5, completion_tokens: 1, prompt_tokens_details: { cached_tokens: 99 } },
    { cachedInputTokens: 5 },
  ],
  [
    "nothing that is not a number",
    { prompt_tokens: -1, completion_tokens: Number.NaN },
    { inputTokens: 7, outputTokens: 2, isEstimated: true },
  ],
  ["xAI's thoughts, which are beside its answer", xai, { inputTokens: 12, outputTokens: 387, isEstimated: false }],
  [
    "OpenAI's thoughts, which are in its answer",
    { ...xai, completion_tokens: 387 },
    { inputTokens: 12, outputTokens: 387 },
  ],
  ["no thoughts without a total", { ...xai, total_tokens: undefined }, { outputTokens: 1 }],
])("the usage of a call is %s", (_name, usage, expected) => {
  expect(usageOf(body({}), answer(usage))).toMatchObject(expected);
});

test("a call without an answer has used no output, and is not estimated for that", () => {
  const embedded = usageOf(body({ max_tokens: 1 }), answer({ prompt_tokens: 8, total_tokens: 8 }, ""));
  expect(embedded).toMatchObject({ isEstimated: true });
  const priced = { ...body({}), max_tokens: 0 };
  expect(usageOf(priced, answer({ prompt_tokens: 8, total_tokens: 8 }, ""))).toMatchObject({
    inputTokens: 8,
    outputTokens: 0,
    isEstimated: false,
  });
  expect(usageOf(priced, answer(undefined, ""))).toMatchObject({ isEstimated: true });
});
