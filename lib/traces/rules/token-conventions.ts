// Where the common conventions put tokens and costs. The first match counts.
export const promptTokens = [
  "gen_ai.usage.input_tokens",
  "gen_ai.usage.prompt_tokens",
  "llm.token_count.prompt",
  "llm.usage.prompt_tokens",
  "ai.usage.inputTokens",
  "ai.usage.promptTokens",
  "ai.usage.tokens",
];
export const completionTokens = [
  "gen_ai.usage.output_tokens",
  "gen_ai.usage.completion_tokens",
  "llm.token_count.completion",
  "llm.usage.completion_tokens",
  "ai.usage.outputTokens",
  "ai.usage.completionTokens",
];
export const totalTokens = [
  "gen_ai.usage.total_tokens",
  "llm.token_count.total",
  "llm.usage.total_tokens",
  "ai.usage.totalTokens",
];
export const cachedTokens = [
  "gen_ai.usage.cache_read.input_tokens",
  "gen_ai.usage.cache_read_input_tokens",
  "gen_ai.usage.cache_read_tokens",
  "gen_ai.usage.input_tokens.cache_read",
  "gen_ai.usage.prompt_tokens_details.cached_tokens",
  "llm.token_count.prompt_details.cache_read",
  "llm.usage.cache_read_input_tokens",
  "ai.usage.cachedInputTokens",
  "ai.usage.inputTokenDetails.cacheReadTokens",
];
export const cacheWriteTokens = [
  "gen_ai.usage.cache_creation.input_tokens",
  "gen_ai.usage.cache_write.input_tokens",
  "gen_ai.usage.cache_creation_input_tokens",
  "gen_ai.usage.cache_write_input_tokens",
  "gen_ai.usage.cache_creation_tokens",
  "gen_ai.usage.cache_write_tokens",
  "gen_ai.usage.input_tokens.cache_write",
  "llm.token_count.prompt_details.cache_write",
  "llm.usage.cache_creation_input_tokens",
  "ai.usage.inputTokenDetails.cacheWriteTokens",
];
/** traceAI's keys of both: with Anthropic, which leaves the cache out of the input tokens, they hold its own counts. */
export const countsAsSent: ReadonlySet<string> = new Set([
  "gen_ai.usage.cache_read_tokens",
  "gen_ai.usage.cache_creation_tokens",
  "gen_ai.usage.cache_write_tokens",
]);
/** In US dollars, as computed by the application. */
export const cost = [
  "gen_ai.usage.cost",
  "gen_ai.cost.total_cost",
  "gen_ai.cost.total",
  "claude_agent.cost.total_usd",
  "llm.cost.total",
  "llm.usage.cost",
  "operation.cost",
];
/** Langfuse's tokens and costs: a JSON object each, by kinds that the application chooses, or OpenAI's usage. */
export const usageDetails = "langfuse.observation.usage_details";
export const costDetails = "langfuse.observation.cost_details";
/** LangSmith's parts of the input tokens, which hold all of them: JSON, or what Python's `str` makes of a dict. */
export const inputDetails = "gen_ai.usage.input_token_details";
