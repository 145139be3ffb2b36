// Which of a dataset's rows are drawn and loaded, of as many as it has.

export interface Range {
  /** Both counted from 0, and both in it. */
  first: number;
  last: number;
}

/** How many rows are drawn beyond what is in view, to both sides. */
const BEYOND = 20;

/** The rows that a part of the scrolled height shows, with some beyond it; empty (`last` before `first`) where there are none. */
export function rowsIn({ top, height }: { top: number; height: number }, rowHeight: number, total: number): Range {
  const within = (index: number) => Math.min(Math.max(index, 0), total - 1);
  return {
    first: Math.max(0, within(Math.floor(top / rowHeight) - BEYOND)),
    last: within(Math.ceil((top + height) / rowHeight) + BEYOND),
  };
}

/** How many pages are loaded ahead of what is drawn, to both sides. */
const AHEAD = 2;

/** The pages, counted from 1, that hold the rows, and the ones beside those, the nearest first. */
export function pagesAround({ first, last }: Range, total: number, rowsOfPage: number) {
  const most = Math.max(1, Math.ceil(total / rowsOfPage));
  const [from, to] = [Math.floor(first / rowsOfPage) + 1, Math.floor(Math.max(first, last) / rowsOfPage) + 1];
  const beside = Array.from({ length: AHEAD }, (_, index) => [to + 1 + index, from - 1 - index]).flat();
  return {
    shown: Array.from({ length: to - from + 1 }, (_, index) => from + index),
    beside: beside.filter((page) => page >= 1 && page <= most),
  };
}

export interface Drawn {
  index: number;
  /** Rows that are left out between this one and the one drawn before it. */
  skipped: number;
}

/** The drawn rows in order: those of the range, and the one that is kept wherever it stands, so that it does not lose the focus. */
export function drawnRows(
  { first, last }: Range,
  kept: number | null,
  total: number,
): { rows: Drawn[]; after: number } {
  const indices = Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => first + index);
  if (kept !== null && kept < total && (kept < first || kept > last)) {
    if (kept < first) indices.unshift(kept);
    else indices.push(kept);
  }
  const rows = indices.map((index, at) => ({ index, skipped: index - (indices[at - 1] ?? -1) - 1 }));
  return { rows, after: Math.max(0, total - 1 - (indices.at(-1) ?? -1)) };
}
