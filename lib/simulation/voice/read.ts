// Helpers that read both providers' payloads.
import { excerpt } from "@/lib/bounds/excerpt";
import { MAX_AGENT_DESCRIPTION } from "@/lib/contracts/simulation/configuration";
import type { Assistant } from "./adapter";

export const urlOf = (text: string | null | undefined): URL | null =>
  text && URL.canParse(text) ? new URL(text) : null;

/** An address that may be shown and fetched; undefined if it is not one. */
export function webAddress(text: string | null | undefined): string | undefined {
  const url = urlOf(text);
  return url && (url.protocol === "https:" || url.protocol === "http:") && url.href.length <= 4_000
    ? url.href
    : undefined;
}

/** Amounts by part in micro-dollars, added up per part; `unit` is how many micro-dollars one given unit is. */
export function costsOf(parts: readonly (readonly [string, number])[], unit: number): Record<string, number> {
  const costs: Record<string, number> = {};
  for (const [part, amount] of parts.slice(0, 50)) {
    const micros = Math.round(amount * unit);
    if (micros >= 0) costs[part] = (costs[part] ?? 0) + micros;
  }
  return costs;
}

const MAX_NAME = 255;

export const assistantOf = (
  name: string | null | undefined,
  prompt: string | null | undefined,
  version: number | null | undefined,
): Assistant => ({
  name: excerpt(name ?? "", MAX_NAME),
  prompt: excerpt(prompt ?? "", MAX_AGENT_DESCRIPTION),
  version: version ?? null,
});
