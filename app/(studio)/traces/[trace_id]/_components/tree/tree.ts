// Spans as a tree, flattened into rows.
import type { Span } from "@/lib/contracts/traces/traces";

type Linked = Pick<Span, "span_id" | "parent_span_id">;

export interface TreeRow<T> {
  span: T;
  /** 0 for a root. */
  depth: number;
  hasChildren: boolean;
  /** Its parents lead back to itself, so it is shown as a root. */
  isCircle: boolean;
}

/**
 * Each span after its parent, siblings in their original order. A span with a missing parent is a root. In a cycle of
 * parents the first span is the root.
 */
export function treeOf<T extends Linked>(spans: readonly T[]): TreeRow<T>[] {
  const known = new Set(spans.map(({ span_id }) => span_id));
  const children = new Map<string | null, T[]>();
  for (const span of spans) {
    const parent = span.parent_span_id !== null && known.has(span.parent_span_id) ? span.parent_span_id : null;
    const siblings = children.get(parent);
    if (siblings) siblings.push(span);
    else children.set(parent, [span]);
  }
  const rows: TreeRow<T>[] = [];
  const seen = new Set<string>();
  const append = (root: T, isCircle: boolean) => {
    const waiting = [{ span: root, depth: 0, isCircle }];
    for (let next = waiting.pop(); next; next = waiting.pop()) {
      const { span, depth } = next;
      if (seen.has(span.span_id)) continue;
      seen.add(span.span_id);
      const below = (children.get(span.span_id) ?? []).filter(({ span_id }) => !seen.has(span_id));
      rows.push({ ...next, hasChildren: below.length > 0 });
      waiting.push(...below.toReversed().map((child) => ({ span: child, depth: depth + 1, isCircle: false })));
    }
  };
  for (const root of children.get(null) ?? []) append(root, false);
  for (const span of spans) if (!seen.has(span.span_id)) append(span, true);
  return rows;
}

/** The rows that are not below a folded one. */
export function openRows<T extends Linked>(rows: readonly TreeRow<T>[], folded: ReadonlySet<string>): TreeRow<T>[] {
  let foldedDepth = Number.POSITIVE_INFINITY;
  return rows.filter(({ span, depth }) => {
    if (depth > foldedDepth) return false;
    foldedDepth = folded.has(span.span_id) ? depth : Number.POSITIVE_INFINITY;
    return true;
  });
}

/** The ids of the spans above a row, its parent first. */
export function idsAbove<T extends Linked>(rows: readonly TreeRow<T>[], spanId: string): string[] {
  const index = rows.findIndex(({ span }) => span.span_id === spanId);
  let depth = rows[index]?.depth ?? 0;
  const ids: string[] = [];
  for (let at = index - 1; at >= 0 && depth > 0; at -= 1) {
    const row = rows[at];
    if (!row || row.depth >= depth) continue;
    ids.push(row.span.span_id);
    depth = row.depth;
  }
  return ids;
}

/** The first span with an error that has no other below it: where it went wrong. */
export function firstCause<T extends Linked & Pick<Span, "status">>(rows: readonly TreeRow<T>[]): T | undefined {
  const cause = rows.find(({ span, depth }, index) => {
    if (span.status !== "ERROR") return false;
    for (const below of rows.slice(index + 1)) {
      if (below.depth <= depth) break;
      if (below.span.status === "ERROR") return false;
    }
    return true;
  });
  return cause?.span;
}
