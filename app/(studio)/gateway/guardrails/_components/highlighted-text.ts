interface Finding {
  kind: string;
  start: number;
  end: number;
}

export interface TextSegment {
  start: number;
  text: string;
  /** The kind of finding; null for plain text. */
  kind: string | null;
}

/** Splits the text at its findings. Where two findings overlap, the first keeps the overlap. */
export function segmentsOf(text: string, findings: readonly Finding[]): TextSegment[] {
  const segments: TextSegment[] = [];
  let at = 0;
  for (const { kind, start, end } of findings.toSorted(
    (one, other) => one.start - other.start || other.end - one.end,
  )) {
    const from = Math.max(start, at);
    if (end <= from) continue;
    if (from > at) segments.push({ start: at, text: text.slice(at, from), kind: null });
    segments.push({ start: from, text: text.slice(from, end), kind });
    at = end;
  }
  if (at < text.length) segments.push({ start: at, text: text.slice(at), kind: null });
  return segments;
}
