interface Finding {
  kind: string;
  start: number;
  end: number;
}

export interface TextSegment {
  start: number;
  text: string;
  /** What was found in it; null for nothing. */
  kind: string | null;
}

/** The text in pieces, found or not. Of findings over each other the first keeps what both have. */
export function piecesOf(text: string, findings: readonly Finding[]): TextSegment[] {
  const pieces: TextSegment[] = [];
  let at = 0;
  for (const { kind, start, end } of findings.toSorted(
    (one, other) => one.start - other.start || other.end - one.end,
  )) {
    const from = Math.max(start, at);
    if (end <= from) continue;
    if (from > at) pieces.push({ start: at, text: text.slice(at, from), kind: null });
    pieces.push({ start: from, text: text.slice(from, end), kind });
    at = end;
  }
  if (at < text.length) pieces.push({ start: at, text: text.slice(at), kind: null });
  return pieces;
}
