const unitsMs: Record<string, number> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000 };

/** Milliseconds of a duration such as `500ms`, `30s` or `1m30s`; null when it is none, or not positive. */
export function parseDuration(text: string): number | null {
  if (!/^(\d+(\.\d+)?(ms|s|m|h))+$/.test(text)) return null;
  const parts = text.matchAll(/(\d+(?:\.\d+)?)(ms|s|m|h)/g);
  const total = [...parts].reduce((sum, [, count, unit]) => sum + Number(count) * (unitsMs[unit ?? ""] ?? 0), 0);
  return total > 0 && Number.isFinite(total) ? total : null;
}
