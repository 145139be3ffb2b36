// The model usage of a verdict, over all of its answers.
import { isRecord } from "@/lib/records";

export interface Usage {
  calls: number;
  /** Null if an answer did not say. */
  prompt_tokens: number | null;
  completion_tokens: number | null;
  /** The cost of the calls whose cost is known; null if there are none. */
  cost_usd: number | null;
  unpriced_calls: number;
  trace_ids: string[];
}

export const noUsage = (): Usage => ({
  calls: 0,
  prompt_tokens: 0,
  completion_tokens: 0,
  cost_usd: null,
  unpriced_calls: 0,
  trace_ids: [],
});

interface BilledAnswer {
  body: unknown;
  costUsd: number | null;
  traceId: string | null;
}

export function addUsage(usage: Usage, { body, costUsd, traceId }: BilledAnswer): void {
  const reported = isRecord(body) && isRecord(body.usage) ? body.usage : {};
  usage.calls += 1;
  usage.prompt_tokens = sumOf(usage.prompt_tokens, reported.prompt_tokens);
  usage.completion_tokens = sumOf(usage.completion_tokens, reported.completion_tokens);
  if (costUsd === null) usage.unpriced_calls += 1;
  else usage.cost_usd = (usage.cost_usd ?? 0) + costUsd;
  if (traceId) usage.trace_ids.push(traceId);
}

/** Null as soon as a part is unknown. */
const sumOf = (sum: number | null, part: unknown): number | null =>
  sum === null || typeof part !== "number" || !Number.isFinite(part) ? null : sum + part;
