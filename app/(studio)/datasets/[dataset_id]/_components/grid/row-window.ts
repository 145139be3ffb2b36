// Which of a dataset's rows are rendered and loaded.

export interface Range {
  /** Counted from 0, both inclusive. */
  first: number;
  last: number;
}

/** How many rows are rendered beyond the view, on both sides. */
const BEYOND = 20;

/** The rows in the scrolled view, with some beyond it; empty (`last` before `first`) if there are none. */
export function rowsIn({ top, height }: { top: number; height: number }, rowHeight: number, total: number): Range {
  const within = (index: number) => Math.min(Math.max(index, 0), total - 1);
  return {
    first: Math.max(0, within(Math.floor(top / rowHeight) - BEYOND)),
    last: within(Math.ceil((top + height) / rowHeight) + BEYOND),
  };
}

/** How many pages are loaded beyond the rendered rows, on both sides. */
const AHEAD = 2;

/** The pages, counted from 1, with these rows, then the pages next to them, nearest first. */
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
  /** Rows left out between this one and the previously rendered one. */
  skipped: number;
}

/** The rendered rows in order: the range, and the kept row wherever it is, so that it keeps the focus. */
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
