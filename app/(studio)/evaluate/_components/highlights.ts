// Splits a text into highlights, each with its rank, and the parts between them.

export interface Highlight {
  /** The start index. */
  from: number;
  part: string;
  /** 1 is the worst; null if not highlighted. */
  rank: number | null;
}

/** Entries are sorted worst first. An entry that starts inside another is left out. */
export function highlightsOf(text: string, entries: readonly { start: number; end: number }[]): Highlight[] {
  const ranked = entries.map(({ start, end }, index) => ({ start, end, rank: index + 1 }));
  const parts: Highlight[] = [];
  let at = 0;
  const plain = (end: number) => {
    if (end > at) parts.push({ from: at, part: text.slice(at, end), rank: null });
  };
  for (const { start, end, rank } of ranked.toSorted((one, other) => one.start - other.start)) {
    if (start < at || end <= start) continue;
    plain(start);
    parts.push({ from: start, part: text.slice(start, end), rank });
    at = end;
  }
  plain(text.length);
  return parts;
}
