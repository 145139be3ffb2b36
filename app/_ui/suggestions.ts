// What a list of suggestions offers, and where the arrow keys lead in it.

export function matching(suggestions: readonly string[], typed: string): string[] {
  const wanted = typed.trim().toLowerCase();
  return suggestions.filter((text) => text.toLowerCase().includes(wanted));
}

/** The next one or the one before, round the ends; null is the text itself, with no suggestion chosen. */
export function stepped(active: number | null, step: 1 | -1, count: number): number | null {
  if (count === 0) return null;
  if (active === null) return step === 1 ? 0 : count - 1;
  return (active + step + count) % count;
}
