// The tokens that a provider reports, in OpenAI's form or in one of its own.
import { isRecord, recordIn, recordsIn } from "@/lib/records";

type Json = Record<string, unknown>;

/** The usage of an answer or of a chunk; null for none. Moonshot also writes it into a choice, Groq under `x_groq`. */
export function reportedUsage({ usage, choices, x_groq }: Json): Json | null {
  if (isRecord(usage)) return usage;
  for (const choice of recordsIn(choices)) if (isRecord(choice.usage)) return choice.usage;
  const { usage: ofGroq } = recordIn(x_groq);
  return isRecord(ofGroq) ? ofGroq : null;
}

/** Of the input, the tokens read from a cache, also as DeepSeek and Moonshot name them. Null if unknown. */
export function cachedIn(usage: Json): number | null {
  const details = recordIn(usage.prompt_tokens_details);
  const cached =
    countOf(details.cached_tokens) ?? countOf(usage.prompt_cache_hit_tokens) ?? countOf(usage.cached_tokens);
  const read = countOf(usage.prompt_tokens);
  return cached !== null && read !== null && read >= 0 ? Math.min(cached, read) : cached;
}

/** The tokens written. xAI reports thoughts beside those of the answer; its total shows that. Null if unknown. */
export function writtenIn(usage: Json): number | null {
  const written = countOf(usage.completion_tokens);
  const thoughts = countOf(recordIn(usage.completion_tokens_details).reasoning_tokens) ?? 0;
  if (written === null || thoughts <= 0) return written;
  const [read, total] = [countOf(usage.prompt_tokens), countOf(usage.total_tokens)];
  return read !== null && total !== null && total >= read + written + thoughts ? written + thoughts : written;
}

export const countOf = (value: unknown): number | null => (typeof value === "number" ? value : null);
