// The matches of a suggestion list, and how arrow keys move in it.
import { includesText } from "@/lib/bounds/normal-form";

export function matching(suggestions: readonly string[], typed: string): string[] {
  const query = typed.trim();
  return suggestions.filter((text) => includesText(text, query));
}

/** The next or previous suggestion, wrapping at the ends; null means that none is chosen. */
export function stepped(active: number | null, step: 1 | -1, count: number): number | null {
  if (count === 0) return null;
  if (active === null) return step === 1 ? 0 : count - 1;
  return (active + step + count) % count;
}
