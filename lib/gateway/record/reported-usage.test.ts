// The tokens that providers report in forms of their own.
import { describe, expect, test } from "vitest";
import { usageOf } from "../dialects/dialect";
import { readAnswer, StreamedAnswer } from "./answer";

type Json = Record<string, unknown>;

const read = { prompt_tokens: 1000, completion_tokens: 5 };
const openai = (cached: unknown) => ({ prompt_tokens_details: { cached_tokens: cached } });

describe("tokens read from a cache", () => {
  test.each<[string, Json, number | null]>([
    ["OpenAI's", openai(900), 900],
    ["DeepSeek's", { prompt_cache_hit_tokens: 900, prompt_cache_miss_tokens: 100 }, 900],
    ["Moonshot's", { cached_tokens: 900 }, 900],
    ["OpenAI's beside DeepSeek's", { ...openai(800), prompt_cache_hit_tokens: 900 }, 800],
    ["OpenAI's none beside Moonshot's", { ...openai(0), cached_tokens: 900 }, 0],
    ["DeepSeek's beside details without any", { ...openai(null), prompt_cache_hit_tokens: 900 }, 900],
    ["more than the prompt has", { cached_tokens: 2000 }, 1000],
    ["no number", { cached_tokens: "900" }, null],
    ["none", {}, null],
  ])("%s", (_whose, more, cached) => {
    const answer = { usage: { ...read, ...more } };
    expect(readAnswer(answer).cachedInputTokens).toBe(cached);
    expect(usageOf(answer).cached).toBe(cached ?? 0);
  });
});

describe("usage that is elsewhere in an answer", () => {
  const usage = { prompt_tokens: 10, completion_tokens: 5, total_tokens: 15 };
  const other = { prompt_tokens: 11, completion_tokens: 6, total_tokens: 17 };
  test.each<[string, Json, number | null]>([
    ["in a choice, as Moonshot's", { choices: [{ index: 0, delta: {}, finish_reason: "stop", usage }] }, 10],
    ["under x_groq", { choices: [], x_groq: { id: "r", usage } }, 10],
    ["beside its usual place", { choices: [{ index: 0, usage: other }], usage, x_groq: { usage: other } }, 10],
    ["in its usual place as null", { choices: [{ index: 0, usage }], usage: null }, 10],
    ["nowhere", { choices: [{ index: 0, delta: {} }], x_groq: { id: "r" } }, null],
  ])("%s", (_where, chunk, input) => {
    const streamed = new StreamedAnswer();
    streamed.follow(chunk);
    expect(streamed.read().inputTokens).toBe(input);
    expect(readAnswer(chunk).inputTokens).toBe(input);
    expect(usageOf(chunk).input).toBe(input ?? 0);
  });

  test("is replaced by that of a later chunk, not added to it", () => {
    const streamed = new StreamedAnswer();
    streamed.follow({
      choices: [{ index: 0, delta: {}, finish_reason: "stop", usage: { ...usage, cached_tokens: 4 } }],
    });
    streamed.follow({ choices: [], usage: other });
    streamed.follow({ choices: [], usage: null });
    expect(streamed.read()).toMatchObject({ inputTokens: 11, outputTokens: 6 });
  });
});
