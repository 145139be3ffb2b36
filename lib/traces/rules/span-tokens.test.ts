import { expect, test } from "vitest";
import type { Attributes } from "./attributes";
import { cacheTokensOf, costOf, tokensOf } from "./span-tokens";

const [read, write] = ["gen_ai.usage.cache_read.input_tokens", "gen_ai.usage.cache_creation.input_tokens"] as const;
const details = "gen_ai.usage.input_token_details";

test.each<[string, Attributes, object]>([
  ["nothing", {}, { promptTokens: null, completionTokens: null, totalTokens: null }],
  [
    "Langfuse's kinds, which leave cached tokens out of the input",
    { "langfuse.observation.usage_details": '{"input":200,"output":30,"total":1230,"input_cached_tokens":1000}' },
    { promptTokens: 1200, completionTokens: 30, totalTokens: 1230 },
  ],
  [
    "Langfuse with OpenAI's names, and no total",
    { "langfuse.observation.usage_details": '{"prompt_tokens":12,"completion_tokens":3,"prompt_tokens_details":{}}' },
    { promptTokens: 12, completionTokens: 3, totalTokens: 15 },
  ],
  [
    "Langfuse with the names of OpenAI's responses, and their details",
    {
      "langfuse.observation.usage_details":
        '{"input_tokens":12,"input_tokens_details":{"cached_tokens":4},"output_tokens":3,"output_tokens_details":{"reasoning_tokens":2}}',
    },
    { promptTokens: 12, completionTokens: 3, totalTokens: 15 },
  ],
  ["the AI SDK's embeddings", { "ai.usage.tokens": 7 }, { promptTokens: 7, completionTokens: null, totalTokens: 7 }],
  [
    "details that are none",
    { "langfuse.observation.usage_details": '{"input":-1,"output":"many"' },
    { promptTokens: null, completionTokens: null, totalTokens: null },
  ],
  [
    "more than a database's integer",
    { "gen_ai.usage.input_tokens": 2_000_000_000, "gen_ai.usage.output_tokens": 2_000_000_000 },
    { promptTokens: 2_000_000_000, totalTokens: null },
  ],
])("tokens: %s", (_, attributes, expected) => expect(tokensOf(attributes)).toMatchObject(expected));

test.each<[string, Attributes, number | null, number | null]>([
  ["nothing", {}, null, null],
  ["OpenTelemetry", { [read]: 5, [write]: 7 }, 5, 7],
  ["OpenInference", { "llm.token_count.prompt_details.cache_read": 5 }, 5, null],
  ["the AI SDK", { "ai.usage.cachedInputTokens": 5, "ai.usage.inputTokenDetails.cacheWriteTokens": 7 }, 5, 7],
  [
    "Langfuse",
    {
      "langfuse.observation.usage_details":
        '{"input":1,"cache_read_input_tokens":5,"cache_creation_input_tokens":7,"output":1}',
    },
    5,
    7,
  ],
  [
    "Langfuse from Python, which keeps OpenAI's details",
    {
      "langfuse.observation.usage_details":
        '{"prompt_tokens":11,"completion_tokens":7,"prompt_tokens_details":{"audio_tokens":2,"cached_tokens":4}}',
    },
    4,
    null,
  ],
  [
    "Langfuse with OpenRouter's details",
    {
      "langfuse.observation.usage_details":
        '{"prompt_tokens":11,"prompt_tokens_details":{"cached_tokens":4,"cache_write_tokens":7}}',
    },
    4,
    7,
  ],
  [
    "Langfuse with a kind of its own beside OpenAI's details",
    { "langfuse.observation.usage_details": '{"input_cached_tokens":5,"input_tokens_details":{"cached_tokens":5}}' },
    5,
    null,
  ],
  ["traceAI", { "gen_ai.usage.cache_read_tokens": 5, "gen_ai.usage.cache_write_tokens": 7 }, 5, 7],
  ["traceAI's agents of Claude", { "gen_ai.usage.cache_creation_tokens": 7 }, null, 7],
  [
    "traceAI with parts of the input",
    { "gen_ai.usage.input_tokens.cache_read": 5, "gen_ai.usage.input_tokens.cache_write": 7 },
    5,
    7,
  ],
  ["Strands", { "gen_ai.usage.cache_read_input_tokens": 5, "gen_ai.usage.cache_write_input_tokens": 7 }, 5, 7],
  ["LangSmith", { [details]: '{"audio":1,"cache_read":5,"cache_creation":7}' }, 5, 7],
  ["LangSmith from Python", { [details]: "{'audio': None, 'cache_read': 5, 'cache_creation': 7}" }, 5, 7],
  ["LangSmith with a service tier", { [details]: '{"flex":9,"flex_cache_read":5}' }, 5, null],
  [
    "LangSmith with kinds of Anthropic's cache",
    { [details]: '{"cache_creation":0,"ephemeral_5m_input_tokens":3,"ephemeral_1h_input_tokens":4}' },
    null,
    7,
  ],
  ["LangSmith with details that are none", { [details]: "{'cache_read': 'many'" }, null, null],
])("tokens of a cache: %s", (_, attributes, cachedTokens, cacheWriteTokens) =>
  expect(cacheTokensOf(attributes)).toEqual({ cachedTokens, cacheWriteTokens }),
);

test.each<[string, Attributes, number | null]>([
  ["nothing", {}, null],
  ["a figure", { "gen_ai.usage.cost": 0.5 }, 0.5],
  ["a free call", { "gen_ai.usage.cost": 0 }, 0],
  ["less than nothing", { "gen_ai.usage.cost": -1 }, null],
  ["traceAI", { "gen_ai.cost.total": 0.5 }, 0.5],
  ["traceAI's agents of Claude", { "claude_agent.cost.total_usd": 0.5 }, 0.5],
  ["Logfire and Pydantic AI", { "operation.cost": 0.5 }, 0.5],
  ["Langfuse's total", { "langfuse.observation.cost_details": '{"input":0.1,"output":0.2,"total":0.4}' }, 0.4],
  ["Langfuse without a total", { "langfuse.observation.cost_details": '{"input":0.25,"output":0.5}' }, 0.75],
  [
    "Langfuse's zeros for a call that failed without tokens",
    {
      "langfuse.observation.level": "ERROR",
      "langfuse.observation.cost_details": '{"input":0,"output":0,"total":0}',
    },
    null,
  ],
  [
    "Langfuse's zeros for a call that failed with tokens",
    {
      "langfuse.observation.level": "ERROR",
      "langfuse.observation.usage_details": '{"input":5}',
      "langfuse.observation.cost_details": '{"total":0}',
    },
    0,
  ],
  ["Langfuse's zeros for a free call", { "langfuse.observation.cost_details": '{"total":0}' }, 0],
])("cost: %s", (_, attributes, cost) => expect(costOf(attributes)).toBe(cost));
