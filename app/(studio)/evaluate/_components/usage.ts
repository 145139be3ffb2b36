import { isRecord } from "@/lib/records";

interface Usage {
  calls: number;
  /** Null if an answer did not report it. */
  tokens: number | null;
  /** Null if the model has no price. */
  costUsd: number | null;
}

/** A run's model usage. Null if it has none: no model was called, or only by the parts of a composite. */
export function usageOf(metadata: unknown): Usage | null {
  if (!isRecord(metadata) || !isRecord(metadata.usage)) return null;
  const { calls, prompt_tokens, completion_tokens, cost_usd } = metadata.usage;
  if (typeof calls !== "number") return null;
  const isKnown = typeof prompt_tokens === "number" && typeof completion_tokens === "number";
  const tokens = isKnown ? prompt_tokens + completion_tokens : null;
  return { calls, tokens, costUsd: typeof cost_usd === "number" ? cost_usd : null };
}
