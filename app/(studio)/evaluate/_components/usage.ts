import { isRecord } from "@/lib/records";

interface Usage {
  calls: number;
  tokens: number;
  /** Null where the model has no price. */
  costUsd: number | null;
}

/** What a run has used of models. Null where it does not say: no model was asked, or only by the parts of a composite. */
export function usageOf(metadata: unknown): Usage | null {
  if (!isRecord(metadata) || !isRecord(metadata.usage)) return null;
  const { calls, prompt_tokens, completion_tokens, cost_usd } = metadata.usage;
  const tokens = (Number(prompt_tokens) || 0) + (Number(completion_tokens) || 0);
  return { calls: Number(calls) || 0, tokens, costUsd: typeof cost_usd === "number" ? cost_usd : null };
}
