// Rates that depend on the call: on how long its input is, on the tier that answered, and on what its tokens are.
import { describe, expect, test } from "vitest";
import { asChunks, asCompletion } from "../providers/native/answers";
import { type Answer, readAnswer, StreamedAnswer } from "../record/answer";
import { memoryMoney } from "../testing/memory-money";
import { ask, claude, memoryParts, settings, webGateway } from "../testing/memory-parts";
import type { Claim } from "./claim";
import { pricingShape, readPricing } from "./configured-prices";
import { type Pricings, priceOf, versionFor } from "./price";
import { costOf, usageOf, worstCost } from "./usage";
import { believable } from "./usage-bound";

const used = (inputTokens: number, more: object = {}) => ({
  inputTokens,
  cachedInputTokens: 0,
  cacheWriteTokens: 0,
  outputTokens: 1000,
  ...more,
});

function priced(model: string, usage: ReturnType<typeof used>, pricings: Pricings = []) {
  const price = priceOf(pricings, { provider: { name: "any", kind: "openai" }, model }, 0);
  if (!price) throw new Error(`${model} has no price.`);
  return [costOf(usage, price.rates), versionFor(price, usage)];
}

describe("a long input", () => {
  const list = "built-in-2025-10";
  const split = { cachedInputTokens: 100_000, cacheWriteTokens: 50_000 };

  test.each<[string, string, ReturnType<typeof used>, number, string]>([
    ["is none up to the threshold", "claude-sonnet-4-5", used(200_000), 615_000, "3/0.3/3.75/15"],
    ["costs more, all of it", "claude-sonnet-4-5", used(200_001), 1_222_506, "6/0.6/7.5/22.5"],
    ["costs more from a cache and into one", "claude-sonnet-4", used(300_000, split), 1_357_500, "6/0.6/7.5/22.5"],
    [
      "costs a tenth more in a region",
      "eu.anthropic.claude-sonnet-4-5-20250929-v1:0",
      used(500_000),
      3_324_750,
      "6.6/0.66/8.25/24.75",
    ],
    ["costs the same at other models", "gpt-4.1", used(500_000), 1_008_000, "2/0.5/2/8"],
  ])("%s: %s", (_name, model, usage, cost, version) => {
    expect(priced(model, usage)).toEqual([cost, `${list} ${version}`]);
  });

  test("costs what is configured", () => {
    const above = { input_tokens: 1000, input: 4, cached_input: 0.4, output: 20 };
    const pricing = readPricing(pricingShape.parse({ models: { gemini: { input: 2, output: 10, above } } }));
    expect(priced("gemini", used(1000), [pricing])).toEqual([12_000, "configured 2/2/2/10"]);
    expect(priced("gemini", used(1001), [pricing])).toEqual([24_004, "configured 4/0.4/4/20"]);
  });

  test.each([
    [{ input_tokens: 0, input: 1, output: 1 }, "input_tokens"],
    [{ input: 1, output: 1 }, "input_tokens"],
    [{ input_tokens: 1, input: 1 }, "output"],
    [{ input_tokens: 1, input: 1, output: 1, from: "2026-01-01" }, "above"],
  ])("is not configured as %o", (above, field) => {
    const parsed = pricingShape.safeParse({ models: { m: [{ input: 1, output: 1, above }] } });
    expect(JSON.stringify(parsed.error?.issues)).toContain(field);
  });

  const dear = { input: 3e6, cachedInput: 3e6, cacheWrite: 3e6, output: 15e6 };
  const cheap = { input: 1e6, cachedInput: 1e6, cacheWrite: 1e6, output: 1e6 };
  test.each([
    ["within the threshold", 900, dear, 2700 + 150],
    ["beyond it", 2000, { ...dear, above: { inputTokens: 1000, rates: { ...dear, input: 6e6 } } }, 12_000 + 150],
    ["beyond it, where that is cheaper", 2000, { ...dear, above: { inputTokens: 1000, rates: cheap } }, 3000 + 150],
  ])("counts in the most that a call can cost: %s", (_name, inputTokens, rates, most) => {
    expect(worstCost({ inputTokens, outputTokens: 10 }, rates)).toBe(most);
  });

  test("is held and booked at what it costs", async () => {
    const money = memoryMoney({ credits: 100_000_000 });
    const claims: Claim[] = [];
    const message = {
      id: "msg_1",
      type: "message",
      role: "assistant",
      content: [{ type: "text", text: "Oslo" }],
      stop_reason: "end_turn",
      usage: { input_tokens: 500_000, output_tokens: 1000 },
    };
    const parts = memoryParts({
      key: { isManaged: true },
      settings: { ...settings, providers: [claude] },
      money: {
        hold(claim, takes) {
          claims.push(claim);
          return money.hold(claim, takes);
        },
        settle: money.settle,
      },
      fetch: async () => Response.json(message),
    });
    const messages = [{ role: "user", content: "a".repeat(600_000) }];
    const body = { model: "claude/claude-sonnet-4-5", max_tokens: 1000, messages };
    const response = await webGateway(parts).createMessage(ask({ path: "/v1/messages", body }));
    expect(response.headers.get("x-gateway-cost")).toBe("3.022500");
    expect(parts.entries).toMatchObject([{ cost: 3_022_500, priceVersion: `${list} 6/0.6/7.5/22.5` }]);
    expect(claims.at(-1)?.accounts[0]?.amount).toBe(601_016 * 7.5 + 1000 * 22.5);
  });
});

describe("the service tier that answered", () => {
  const answer = { id: "a", model: "x", usage: { prompt_tokens: 1000, completion_tokens: 1000 } };
  const choices = [{ index: 0, message: { role: "assistant", content: "Oslo" }, finish_reason: "stop" }];
  const response = { ...answer, status: "completed", output: [], usage: { input_tokens: 1000, output_tokens: 1000 } };
  const streamed = (chunks: object[]) => {
    const followed = new StreamedAnswer();
    for (const chunk of chunks) followed.follow(chunk);
    return followed.read();
  };
  const ways: [name: string, read: (service_tier: string) => Answer][] = [
    ["of a chat", (service_tier) => readAnswer({ ...answer, choices, service_tier })],
    [
      "of a streamed chat",
      (service_tier) => streamed([{ choices, service_tier: "auto" }, { ...answer, choices: [], service_tier }, {}]),
    ],
    ["of a response", (service_tier) => readAnswer(asCompletion("responses", { ...response, service_tier }))],
    [
      "of a streamed response",
      (service_tier) => {
        const chunkOf = asChunks("responses");
        const begun = { type: "response.created", response: { ...response, service_tier: "auto" } };
        const end = { type: "response.completed", response: { ...response, service_tier } };
        return streamed([begun, end].map(chunkOf));
      },
    ],
  ];
  const body = { model: "m", messages: [{ role: "user", content: "Hello" }] };

  test.each(ways)("%s halves the built-in price if it is flex", (_name, read) => {
    const costs = ["flex", "default", "priority"].map((tier) => priced("gpt-5-mini", usageOf(body, read(tier))));
    const usual = [2250, "built-in-2025-10 0.25/0.025/0.25/2"];
    expect(costs).toEqual([[1125, "built-in-2025-10 flex 0.125/0.0125/0.125/1"], usual, usual]);
  });

  test("changes no price of models without that tier, and none that is configured", () => {
    const flex = usageOf(body, readAnswer({ ...answer, choices, service_tier: "flex" }));
    const pricing = readPricing(pricingShape.parse({ models: { "gpt-5": { input: 1, output: 2 } } }));
    expect(priced("gpt-4.1", flex)).toEqual([10_000, "built-in-2025-10 2/0.5/2/8"]);
    expect(priced("gpt-5", flex, [pricing])).toEqual([3000, "configured 1/1/1/2"]);
  });

  test("counts as well where the provider reports too much", () => {
    const read = readAnswer({ ...answer, choices, service_tier: "flex" });
    const bounded = believable(usageOf(body, read), { inputTokens: 500, outputTokens: 500 }, read);
    expect(priced("gpt-5-mini", bounded)[0]).toBe(563);
  });
});

describe("tokens of audio", () => {
  const body = { model: "m", messages: [{ role: "user", content: "Hello" }] };
  const usage = (audioInput: number, audioOutput: number, cached_tokens = 0) =>
    usageOf(
      body,
      readAnswer({
        choices: [],
        usage: {
          prompt_tokens: 100,
          completion_tokens: 50,
          prompt_tokens_details: { audio_tokens: audioInput, cached_tokens },
          completion_tokens_details: { audio_tokens: audioOutput },
        },
      }),
    );
  const pricing = (more: object) =>
    readPricing(pricingShape.parse({ models: { spoken: { input: 3, output: 15, ...more } } }));
  const both = { audio_input: 40, audio_output: 80 };

  test.each<[string, object, ReturnType<typeof usage>, number, string]>([
    ["cost as text unless configured", {}, usage(80, 30), 1050, ""],
    [
      "cost what is configured",
      both,
      usage(80, 30),
      20 * 3 + 80 * 40 + 20 * 15 + 30 * 80,
      ", 80 of audio input at 40, 30 of audio output at 80",
    ],
    ["may cost nothing", { audio_input: 0 }, usage(80, 30), 60 + 750, ", 80 of audio input at 0"],
    ["need not be there", both, usage(0, 0), 1050, ""],
    [
      "are no more than there are",
      both,
      usage(999, 999, 40),
      40 * 3 + 60 * 40 + 50 * 80,
      ", 60 of audio input at 40, 50 of audio output at 80",
    ],
  ])("%s", (_name, more, used, cost, named) => {
    expect(priced("spoken", used, [pricing(more)])).toEqual([cost, `configured 3/3/3/15${named}`]);
  });

  test("count in the most that a call can cost, where it can have any", () => {
    const most = { inputTokens: 100, outputTokens: 10 };
    const [rates] = pricing(both).models.spoken ?? [];
    const [cheap] = pricing({ audio_input: 1, audio_output: 1 }).models.spoken ?? [];
    expect(worstCost(most, rates, { hasAudio: true })).toBe(100 * 40 + 10 * 80);
    for (const text of [worstCost(most, rates), worstCost(most, cheap, { hasAudio: true })])
      expect(text).toBe(100 * 3 + 10 * 15);
  });

  test("are bounded with the rest", () => {
    const bounded = believable(usage(80, 30), { inputTokens: 50, outputTokens: 10 }, readAnswer({ choices: [] }));
    expect(bounded).toMatchObject({ audioInputTokens: 50, audioOutputTokens: 10 });
  });
});
