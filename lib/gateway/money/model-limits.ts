// How much a well-known model reads and writes at most, as its maker states it, beta versions included: tokens of the context
// window, and of one answer with its thoughts. What is configured with a price comes first.
import { modelName } from "./built-in-prices";

export interface ModelLimits {
  /** Null if unknown. */
  window: number | null;
  output: number | null;
}

const listed: Record<string, [window: number, output: number]> = {
  "gpt-5": [400_000, 128_000],
  "gpt-5-mini": [400_000, 128_000],
  "gpt-5-nano": [400_000, 128_000],
  "gpt-4.1": [1_047_576, 32_768],
  "gpt-4.1-mini": [1_047_576, 32_768],
  "gpt-4.1-nano": [1_047_576, 32_768],
  "gpt-4o-2024-05-13": [128_000, 4_096],
  "gpt-4o": [128_000, 16_384],
  "gpt-4o-mini": [128_000, 16_384],
  o3: [200_000, 100_000],
  "o4-mini": [200_000, 100_000],
  "claude-opus-4-1": [200_000, 32_000],
  "claude-opus-4": [200_000, 32_000],
  "claude-sonnet-4-5": [1_000_000, 64_000],
  "claude-sonnet-4": [1_000_000, 64_000],
  "claude-3-7-sonnet": [200_000, 128_000],
  "claude-haiku-4-5": [200_000, 64_000],
  "claude-3-5-haiku": [200_000, 8_192],
};
const limits = new Map(
  Object.entries(listed).map(([model, [window, output]]): [string, ModelLimits] => [model, { window, output }]),
);
export const UNKNOWN_LIMITS: ModelLimits = { window: null, output: null };

/** The limits of a model under any of its names. */
export const builtInLimits = (model: string): ModelLimits => limits.get(modelName(model).name) ?? UNKNOWN_LIMITS;
