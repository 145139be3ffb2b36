// Spans as a tree, flattened into rows.
import type { Span } from "@/lib/contracts/traces/traces";

type Placed = Pick<Span, "span_id" | "parent_span_id">;

export interface TreeRow<T> {
  span: T;
  /** 0 for a root. */
  depth: number;
}

/**
 * Each span after its parent, siblings in their original order. A span with a missing parent is a root. In a cycle of
 * parents the first span is the root.
 */
export function treeOf<T extends Placed>(spans: readonly T[]): TreeRow<T>[] {
  const known = new Set(spans.map(({ span_id }) => span_id));
  const children = new Map<string | null, T[]>();
  for (const span of spans) {
    const parent = span.parent_span_id !== null && known.has(span.parent_span_id) ? span.parent_span_id : null;
    children.set(parent, [...(children.get(parent) ?? []), span]);
  }
  const rows: TreeRow<T>[] = [];
  const placed = new Set<string>();
  const append = (root: T) => {
    const waiting = [{ span: root, depth: 0 }];
    for (let next = waiting.pop(); next; next = waiting.pop()) {
      const { span, depth } = next;
      if (placed.has(span.span_id)) continue;
      placed.add(span.span_id);
      rows.push(next);
      const below = children.get(span.span_id) ?? [];
      waiting.push(...below.toReversed().map((child) => ({ span: child, depth: depth + 1 })));
    }
  };
  for (const root of children.get(null) ?? []) append(root);
  for (const span of spans) if (!placed.has(span.span_id)) append(span);
  return rows;
}

interface Timed {
  started_at: string | null;
  ended_at: string | null;
}

/** A span's start and length as fractions of the trace's duration. */
export function barOf(span: Timed, trace: Timed): { left: number; width: number } | null {
  if (!span.started_at || !trace.started_at || !trace.ended_at) return null;
  const [from, to] = [Date.parse(trace.started_at), Date.parse(trace.ended_at)];
  const start = Date.parse(span.started_at);
  const end = span.ended_at ? Date.parse(span.ended_at) : to;
  if (to <= from) return { left: 0, width: 1 };
  const within = (at: number) => Math.min(1, Math.max(0, (at - from) / (to - from)));
  return { left: within(start), width: within(end) - within(start) };
}
