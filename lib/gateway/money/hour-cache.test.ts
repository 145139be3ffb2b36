// Anthropic's cache that is kept for an hour: a token written to it costs twice one of the input.
import { describe, expect, test } from "vitest";
import { asChunks, asCompletion } from "../providers/native/answers";
import { readAnswer, StreamedAnswer } from "../record/answer";
import { memoryMoney } from "../testing/memory-money";
import { ask, claude, memoryParts, settings, webGateway } from "../testing/memory-parts";
import type { Claim } from "./claim";
import { costOf, usageOf, worstCost } from "./usage";
import { believable } from "./usage-bound";

const rates = { input: 3_000_000, cachedInput: 300_000, cacheWrite: 3_750_000, output: 15_000_000 };
const usage = {
  input_tokens: 10,
  cache_creation_input_tokens: 1000,
  cache_creation: { ephemeral_5m_input_tokens: 400, ephemeral_1h_input_tokens: 600 },
  output_tokens: 7,
};
const message = {
  id: "msg_1",
  type: "message",
  model: "claude-sonnet-4-5",
  content: [{ type: "text", text: "Oslo" }],
  stop_reason: "end_turn",
  usage,
};
const body = { model: "m", messages: [{ role: "user", content: "Hello" }] };
/** Ten of the input, 400 for five minutes, 600 for an hour, seven of the answer. */
const COST = 10 * 3 + 400 * 3.75 + 600 * 6 + 7 * 15;

describe("tokens cached for an hour", () => {
  const streamed = () => {
    const answer = new StreamedAnswer();
    const chunkOf = asChunks("messages");
    for (const event of [
      { type: "message_start", message: { ...message, content: [], usage: { ...usage, output_tokens: 1 } } },
      { type: "message_delta", delta: { stop_reason: "end_turn" }, usage: { output_tokens: 7 } },
      { type: "message_stop" },
    ])
      answer.follow(chunkOf(event));
    return answer.read();
  };

  test.each([
    ["whole", readAnswer(asCompletion("messages", message))],
    ["streamed", streamed()],
  ])("in an answer that came %s cost twice the input", (_name, answer) => {
    const used = usageOf(body, answer);
    expect(used).toMatchObject({ inputTokens: 1010, cacheWriteTokens: 1000, hourCacheWriteTokens: 600 });
    expect(costOf(used, rates)).toBe(COST);
  });

  test("never exceed the tokens that were written", () => {
    const cache_creation = { ephemeral_1h_input_tokens: 5000 };
    const used = usageOf(
      body,
      readAnswer(asCompletion("messages", { ...message, usage: { ...usage, cache_creation } })),
    );
    expect(used.hourCacheWriteTokens).toBe(1000);
    const most = { inputTokens: 50, outputTokens: 100 };
    const bounded = believable(used, most, readAnswer(asCompletion("messages", message)));
    expect(bounded).toMatchObject({ cacheWriteTokens: 50, hourCacheWriteTokens: 50 });
  });

  test("cost the configured price of writing if that is more", () => {
    const used = {
      inputTokens: 10,
      cachedInputTokens: 0,
      cacheWriteTokens: 10,
      hourCacheWriteTokens: 10,
      outputTokens: 0,
    };
    expect(costOf(used, { ...rates, cacheWrite: 9_000_000 })).toBe(90);
  });

  test("count in the worst cost of a call that can write them", () => {
    const most = { inputTokens: 100, outputTokens: 10 };
    expect([worstCost(most, rates), worstCost(most, rates, { forAnHour: true })]).toEqual([375 + 150, 600 + 150]);
  });
});

describe("a request in Anthropic's own protocol", () => {
  const control = (ttl?: string) => ({ cache_control: { type: "ephemeral", ...(ttl ? { ttl } : {}) } });
  const text = (more: object = {}) => ({ type: "text", text: "Hello there", ...more });
  const user = (...content: object[]) => ({ messages: [{ role: "user", content }] });
  const result = { type: "tool_result", tool_use_id: "t", content: [text(control("1h"))] };
  const tool = { name: "look", input_schema: { type: "object" }, ...control("1h") };

  async function exchange(more: object) {
    const money = memoryMoney({ credits: 1_000_000 });
    const claims: Claim[] = [];
    const parts = memoryParts({
      key: { isManaged: true },
      settings: { ...settings, providers: [claude] },
      money: {
        hold: (claim, takes) => {
          claims.push(claim);
          return money.hold(claim, takes);
        },
        settle: money.settle,
      },
      fetch: async () => Response.json(message),
    });
    const request = { model: "claude/claude-sonnet-4-5", max_tokens: 10, ...user(text()), ...more };
    const response = await webGateway(parts).createMessage(ask({ path: "/v1/messages", body: request }));
    expect(response.status).toBe(200);
    return { entry: parts.entries[0], amount: claims.at(-1)?.accounts[0]?.amount ?? 0 };
  }

  test("is charged what its cache costs", async () => {
    const { entry } = await exchange(user(text(control("1h"))));
    expect(entry).toMatchObject({ cacheWriteTokens: 1000, cost: COST });
    expect(entry).not.toHaveProperty("hourCacheWriteTokens");
    // From which the cost follows: 600 of the 1000 at 6.
    expect(entry?.priceVersion).toBe("built-in-2025-10 3/0.3/3.75/15, 600 cached for an hour at 6");
  });

  test.each<[string, object]>([
    ["a text", user(text(control("1h")))],
    ["a result of a tool", user(result)],
    ["the system", { system: [text(control("1h"))] }],
    ["a tool", { tools: [tool] }],
    ["the whole", control("1h")],
  ])("holds the most for %s that is cached for an hour", async (_name, more) => {
    const shorter = JSON.parse(JSON.stringify(more).replaceAll('"1h"', '"5m"'));
    const [hour, minutes] = [(await exchange(more)).amount, (await exchange(shorter)).amount];
    const output = 10 * 15;
    expect((hour - output) / (minutes - output)).toBeCloseTo(6 / 3.75, 2);
  });
});
