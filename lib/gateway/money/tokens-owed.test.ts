// A minute's tokens when a provider bills more than was estimated: what is over is owed, and the estimate learns.
import { expect, test } from "vitest";
import { chat, settings, type World } from "../testing/memory-parts";
import { moneyGateway } from "../testing/money-gateway";
import { completion } from "../testing/recorded-calls";
import { learntExpectations } from "./expectations";

const MINUTE = 60_000;
const limit = 1000;
/** A request that is estimated at 8 + 8 tokens. */
const body = chat("small", { max_tokens: 8 });
const billed = { prompt_tokens: 41, completion_tokens: 8 };

function open(key: World["key"] = { rateLimitTpm: limit }) {
  let waiting: (() => void)[] = [];
  const fetch: World["fetch"] = async () => {
    await new Promise<void>((resolve) => waiting.push(resolve));
    return Response.json({ ...completion({ content: "hi" }), usage: billed });
  };
  const rateLimiting = { enabled: true, globalRpm: 1_000_000 };
  const gateway = moneyGateway({ key, fetch, settings: { ...settings, rateLimiting } });
  /** So many at once: all are admitted or refused before the provider answers the first. */
  const atOnce = async (count: number) => {
    let refused = 0;
    const calls = Array.from({ length: count }, async () => {
      const answer = await gateway.call(body);
      refused += answer.status === 429 ? 1 : 0;
      return answer;
    });
    await expect.poll(() => waiting.length + refused).toBe(count);
    for (const answer of waiting) answer();
    waiting = [];
    const passed = (await Promise.all(calls)).filter(({ status }) => status === 200).length;
    return { passed, left: (await gateway.call.left()).tokens[0] };
  };
  return { ...gateway, atOnce };
}

test("after 60 parallel calls that use three times the estimate, later minutes owe the excess", async () => {
  const { atOnce, clock, call, entries } = open();
  const start = clock.now;
  const first = await atOnce(60);
  const used = first.passed * 49;
  expect(used).toBeGreaterThan(2 * limit);
  await expect.poll(() => entries.length).toBe(first.passed);
  const ends = new Date(start + 30_000 + MINUTE).toISOString();
  expect((await call.left()).tokens).toMatchObject([{ remaining: 0, resets_at: ends }]);

  clock.now += MINUTE;
  const refused = await call(body);
  expect([refused.status, refused.response.headers.get("retry-after")]).toEqual([429, "30"]);
  expect(refused.response.headers.get("x-ratelimit-reset-tokens")).toBe(String(Date.parse(ends) / 1000));

  clock.now = Date.parse(ends);
  expect((await call.left()).tokens).toMatchObject([{ remaining: 3 * limit - used }]);
  clock.now += MINUTE;
  expect((await call.left()).tokens).toMatchObject([{ remaining: limit }]);
});

test("the estimate learns a model's usage, so that later minutes hardly exceed the limit", async () => {
  const { atOnce, clock } = open();
  await atOnce(60);
  for (let minute = 0; minute < 10; minute += 1) {
    clock.now += 5 * MINUTE;
    const { passed } = await atOnce(60);
    expect(passed * 49).toBeLessThanOrEqual(limit + 49);
    expect(passed).toBeGreaterThan(10);
  }
});

test("usage is learned per model, for a bounded number of models", () => {
  const expectations = learntExpectations();
  const estimate = { inputTokens: 10, outputTokens: 4096, isStated: false };
  expectations.learn("a", estimate, { inputTokens: 30, outputTokens: 100 }, 1);
  expect(expectations.expect(estimate, ["a"], 2)).toEqual({ inputTokens: 30, outputTokens: 200, isStated: false });
  expect(expectations.expect(estimate, ["b"], 1)).toEqual(estimate);
  expect(expectations.expect(estimate, ["b", "a"], 1)).toMatchObject({ inputTokens: 30 });
  const stated = { ...estimate, outputTokens: 50, isStated: true };
  expect(expectations.expect(stated, ["a"], 1)).toMatchObject({ outputTokens: 50 });
  // One that uses less wears off slowly, and never below the estimate.
  expectations.learn("a", estimate, { inputTokens: 10, outputTokens: 10 }, 1);
  expect(expectations.expect(estimate, ["a"], 1)).toMatchObject({ inputTokens: 28, outputTokens: 91 });
  for (let call = 0; call < 200; call += 1) expectations.learn("a", estimate, { inputTokens: 1, outputTokens: 0 }, 1);
  expect(expectations.expect(estimate, ["a"], 1)).toMatchObject({ inputTokens: 10, outputTokens: 1 });
  for (let other = 0; other < 2000; other += 1)
    expectations.learn(`other ${other}`, estimate, { inputTokens: 30, outputTokens: 1 }, 1);
  expect(expectations.expect(estimate, ["a"], 1)).toEqual(estimate);
});
