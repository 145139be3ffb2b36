// A text in parts: those that were pointed at, each with its rank, and what stands between them.

export interface Highlight {
  /** Where the part begins. */
  from: number;
  part: string;
  /** From 1, the worst; null for what was not pointed at. */
  rank: number | null;
}

/** The entries come the worst first; one that begins within another is left out of the text. */
export function highlightsOf(text: string, entries: readonly { start: number; end: number }[]): Highlight[] {
  const ranked = entries.map(({ start, end }, index) => ({ start, end, rank: index + 1 }));
  const marks: Highlight[] = [];
  let at = 0;
  const plain = (end: number) => {
    if (end > at) marks.push({ from: at, part: text.slice(at, end), rank: null });
  };
  for (const { start, end, rank } of ranked.toSorted((one, other) => one.start - other.start)) {
    if (start < at || end <= start) continue;
    plain(start);
    marks.push({ from: start, part: text.slice(start, end), rank });
    at = end;
  }
  plain(text.length);
  return marks;
}
