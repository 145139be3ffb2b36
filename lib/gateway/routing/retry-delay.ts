import type { RetrySettings } from "./settings";

/**
 * Milliseconds before the retry of this number, counted from 0: anything up to a bound that doubles (full jitter, so that
 * those who failed together do not come back together), and no sooner than the provider has asked for.
 */
export function retryDelay(
  { firstMs, mostMs }: RetrySettings,
  retry: number,
  askedMs: number | null,
  random: () => number,
): number {
  const jitter = random() * Math.min(mostMs, firstMs * 2 ** retry);
  return Math.max(jitter, askedMs ?? 0);
}
