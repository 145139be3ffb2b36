// The cost of a model's call that its application did not state: its tokens at the gateway's price of the time.

import { COST_SOURCE } from "@/lib/contracts/names";
import type { SpanRecord } from "@/lib/contracts/traces/span-record";
import { usdOf } from "@/lib/gateway/money/amount";
import { type Pricings, priceOf, versionFor } from "@/lib/gateway/money/price";
import { costOf } from "@/lib/gateway/money/usage";
import { cacheTokensOf, leavesCacheOut } from "../rules/span-tokens";

type Priced = Pick<
  SpanRecord,
  | "attributes"
  | "completionTokens"
  | "costUsd"
  | "model"
  | "observationType"
  | "promptTokens"
  | "provider"
  | "startedAt"
>;

/** Other spans repeat the tokens of the calls below them. */
const calls: ReadonlySet<SpanRecord["observationType"]> = new Set(["llm", "embedding"]);

export const lacksCost = (span: Priced): boolean =>
  calls.has(span.observationType) && span.costUsd === null && span.model !== null && span.promptTokens !== null;

/** The span with its cost and with the price that was used; unchanged without a price or without all of its tokens. */
export function priceSpan<S extends Priced>(span: S, pricings: Pricings): S {
  const { attributes, model, promptTokens } = span;
  if (!lacksCost(span) || model === null || promptTokens === null) return span;
  // The kind of a provider tells the gateway's own sandbox apart, which no application calls.
  const provider = { name: span.provider ?? "", kind: "application" };
  const price = priceOf(pricings, { provider, model }, Date.parse(span.startedAt));
  const outputTokens = span.completionTokens ?? (price?.rates.output === 0 ? 0 : null);
  if (!price || outputTokens === null) return span;
  const { cachedTokens, cacheWriteTokens } = cacheTokensOf(attributes);
  const [cached, written] = [cachedTokens ?? 0, cacheWriteTokens ?? 0];
  // Older instrumentations of Anthropic leave out what the cache holds too. Of these, only the figures tell.
  const isOutside = leavesCacheOut(attributes, span.provider) || cached + written > promptTokens;
  const inputTokens = isOutside ? promptTokens + cached + written : promptTokens;
  const usage = { inputTokens, cachedInputTokens: cached, cacheWriteTokens: written, outputTokens };
  const costUsd = usdOf(costOf(usage, price.rates));
  return { ...span, costUsd, attributes: { ...attributes, [COST_SOURCE]: versionFor(price, usage) } };
}
