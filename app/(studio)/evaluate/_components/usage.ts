import { isRecord } from "@/lib/records";

interface Usage {
  calls: number;
  /** Null where an answer did not say. */
  tokens: number | null;
  /** Null where the model has no price. */
  costUsd: number | null;
}

/** What a run has used of models. Null where it does not say: no model was asked, or only by the parts of a composite. */
export function usageOf(metadata: unknown): Usage | null {
  if (!isRecord(metadata) || !isRecord(metadata.usage)) return null;
  const { calls, prompt_tokens, completion_tokens, cost_usd } = metadata.usage;
  if (typeof calls !== "number") return null;
  const isKnown = typeof prompt_tokens === "number" && typeof completion_tokens === "number";
  const tokens = isKnown ? prompt_tokens + completion_tokens : null;
  return { calls, tokens, costUsd: typeof cost_usd === "number" ? cost_usd : null };
}
